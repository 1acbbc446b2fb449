import { later } from '#app/later';

export type { LoginPageProps } from './LoginPage';

export const LoginPage = later(async () => (await import('./LoginPage')).LoginPage);
export const GuestBar = later(async () => (await import('./guest/GuestBar')).GuestBar);
export const GuestEmpty = later(async () => (await import('./guest/GuestEmpty')).GuestEmpty);
export const BecomeAccount = later(
  async () => (await import('./guest/BecomeAccount')).BecomeAccount,
);
export const PasswordStrength = later(
  async () => (await import('./register/PasswordStrength')).PasswordStrength,
);
export const SignInAgainDialog = later(
  async () => (await import('./SignInAgainDialog')).SignInAgainDialog,
);
export const SignInAgain = later(async () => (await import('./SignInAgainDialog')).SignInAgain);
