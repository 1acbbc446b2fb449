/** Style of an exported page. It stands in the page itself: a copy has to look the same wherever it is opened. */
export const pageStyle = `
:root { color-scheme: light dark; --quiet: light-dark(#5c6670, #9aa4ae); --line: light-dark(#e3e6e9, #2c3136); --tile: light-dark(#f4f6f8, #1d2125); }
body { margin: 0; background: light-dark(#fff, #14171a); color: light-dark(#16191c, #e7eaed); font: 15px/1.5 system-ui, sans-serif; }
main { max-inline-size: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
h2 { font-size: .8rem; font-weight: 600; color: var(--quiet); margin: 2rem 0 1rem; padding-block-end: .4rem; border-block-end: 1px solid var(--line); }
article { margin: 0 0 .9rem; overflow-wrap: anywhere; }
article:target { background: var(--tile); border-radius: 8px; outline: 6px solid var(--tile); }
header { color: var(--quiet); font-size: .8rem; }
header b { color: light-dark(#16191c, #e7eaed); font-size: .95rem; }
.mine header b { color: light-dark(#0b6b4f, #5fd3aa); }
.words { margin: 0; white-space: pre-wrap; }
div.words { white-space: normal; }
.words p { margin: 0 0 .5rem; }
[data-mx-spoiler]:not(:hover, :focus, :focus-within) { color: transparent; background: var(--quiet); border-radius: 4px; }
[data-mx-spoiler]:not(:hover, :focus, :focus-within) * { visibility: hidden; }
pre { background: var(--tile); border-radius: 8px; padding: .75rem; overflow: auto; }
.quiet, .notice { color: var(--quiet); }
.notice { font-size: .85rem; margin: 0 0 .9rem; }
.file { margin: .2rem 0; }
blockquote { margin: .25rem 0; padding-inline-start: .75rem; border-inline-start: 3px solid var(--line); color: var(--quiet); }
img, video { display: block; max-inline-size: min(100%, 28rem); max-block-size: 24rem; border-radius: 8px; margin: .3rem 0; }
img.emoji { display: inline; max-block-size: 1.5em; margin: 0; border-radius: 0; vertical-align: middle; }
audio { display: block; max-inline-size: 100%; margin: .3rem 0; }
.reactions { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: .3rem 0 0; padding: 0; }
.reactions li { background: var(--tile); border-radius: 999px; padding: 0 .6rem; font-size: .85rem; }
section { margin: .6rem 0 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
a { color: light-dark(#0a66c2, #7ab8ff); }
nav { margin: 1rem 0; }
`;
