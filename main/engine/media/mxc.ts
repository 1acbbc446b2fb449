// Media addresses. A crafted one must never become a request to another path of the server (CVE-2024-50336).

export interface MediaAddress {
  readonly serverName: string;
  readonly mediaId: string;
}

// Host name, IPv4 or bracketed IPv6 with an optional port (Matrix spec, appendix "Server name"); media ids are the opaque-id grammar.
const address =
  /^mxc:\/\/((?:[A-Za-z0-9][A-Za-z0-9.-]{0,229}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?)\/([A-Za-z0-9_-]{1,255})$/;

/** `mxc://server/mediaId`, strictly; anything else is null and no URL is built (CHAT-5.18). */
export function parseMxc(mxc: unknown): MediaAddress | null {
  const match = typeof mxc === 'string' ? address.exec(mxc) : null;
  const [, serverName, mediaId] = match ?? [];
  return serverName === undefined || mediaId === undefined ? null : { serverName, mediaId };
}

/**
 * The authenticated download or thumbnail URL (CHAT-7.10).
 * @param variant `full`, or `thumb:<width>x<height>:<crop|scale>`.
 */
export function mediaUrl(baseUrl: string, mxc: string, variant: string): string | null {
  const parsed = parseMxc(mxc);
  if (parsed === null) return null;
  const path = `${parsed.serverName}/${parsed.mediaId}`;
  const root = `${baseUrl.replace(/\/$/, '')}/_matrix/client/v1/media`;
  if (variant === 'full') return `${root}/download/${path}?allow_redirect=false`;
  const [, width, height, method] = /^thumb:(\d{1,4})x(\d{1,4}):(crop|scale)$/.exec(variant) ?? [];
  if (width === undefined || height === undefined || method === undefined) return null;
  return `${root}/thumbnail/${path}?width=${width}&height=${height}&method=${method}&allow_redirect=false`;
}
