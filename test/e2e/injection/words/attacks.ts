// Hostile names. Each is plain text and must be drawn exactly as written.

const run = 'pwned()';
const evil = 'https://evil.test';

export const attacks: readonly string[] = [
  `<img data-evil src=${evil}/a.png onerror=${run}>`,
  `"><svg data-evil onload=${run}>`,
  `'><script data-evil>${run}</script>`,
  `</title></style></textarea><iframe data-evil srcdoc="<script>parent.${run}</script>">`,
  `<a data-evil href="javascript:${run}">a</a>`,
  `<style data-evil>*{background:url(${evil}/b.png)}</style>`,
  `"onmouseover="${run}" data-evil="`,
  `url(${evil}/c.png);background:url(${evil}/d.png)`,
  `&lt;img data-evil src=x onerror=${run}&gt;`,
  `$t(app.retry) {{name}} {{- name}} \${${run}}`,
  `<0>in</0><strong data-evil>b</strong><1/>`,
  `![a](${evil}/e.png) [a](javascript:${run}) javascript:${run}`,
  `__proto__ constructor toString`,
  `שלום 123 עולם (`,
  `a\u2069\u202Eb\u2067 (`,
];

/** `field` marks where it stands; ⟦ and ⟧ stand around. */
export const attackOn = (value: string, field: string, count: number): string =>
  `${value} ⟦${field} ${attacks[count % attacks.length] ?? ''}⟧`;
