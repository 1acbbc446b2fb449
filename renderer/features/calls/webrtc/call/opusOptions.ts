// Sets the options of Opus in a description: nothing is sent during silence (DTX), and push to talk uses little bandwidth.

/** The codec can be configured only by its `a=fmtp` line in the SDP. Only audio sections with Opus are changed. */
export function withOpusOptions(sdp: string, isPtt: boolean): string {
  const options = isPtt ? 'usedtx=1;maxaveragebitrate=12000' : 'usedtx=1';
  return sdp
    .split(/(?=^m=)/m)
    .map((section) => (section.startsWith('m=audio') ? withOptions(section, options) : section))
    .join('');
}

function withOptions(section: string, options: string): string {
  const payload = /^a=rtpmap:(\d+) opus\//m.exec(section)?.[1];
  if (payload === undefined) return section;
  const format = new RegExp(`^(a=fmtp:${payload} [^\\r\\n]*)`, 'm');
  if (format.test(section)) return section.replace(format, `$1;${options}`);
  const codec = new RegExp(`^(a=rtpmap:${payload} [^\\r\\n]*)(\\r?\\n)`, 'm');
  return section.replace(codec, `$1$2a=fmtp:${payload} ${options}$2`);
}
