// The content security policy of the page, exactly decisions.md D5. A nonce per load, for the one style element that the
// component library adds; it also stands in the page's `csp-nonce` meta element.
import { randomBytes } from 'node:crypto';

export const noncePlaceholder = '__CSP_NONCE__';

export const newNonce = (): string => randomBytes(18).toString('base64');

export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types trellis dompurify',
  ].join('; ');

/** The policy of all responses except the page: a worker uses the policy of its own script. */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; font-src 'self'";
