// The ways on from a call that a changed identity holds back, loaded when there is one.
import { later } from '#app/later';

export const AcceptIdentity = later(async () => (await import('./AcceptIdentity')).AcceptIdentity);
