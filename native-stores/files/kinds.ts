// Finds the kind of a file by its extension and by the MIME type of its sender, whether the two agree, and whether it can run
// programs. Pure; reads no bytes.

/** FileKind of the contract. */
export type Kind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'code'
  | 'markdown'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'archive'
  | 'design'
  | 'other';

/** SVG, HTML and XML are never shown as what they describe, so they count as drawing and code. */
const extensions: readonly (readonly [Kind, string])[] = [
  ['image', 'png jpg jpeg jpe jfif gif webp avif bmp ico tif tiff heic heif apng jxl'],
  ['video', 'mp4 m4v webm mkv mov avi mpg mpeg ogv wmv flv 3gp mts m2ts'],
  ['audio', 'mp3 m4a aac ogg oga opus flac wav weba wma aif aiff mid midi amr'],
  ['pdf', 'pdf'],
  ['text', 'txt text log nfo srt vtt'],
  ['markdown', 'md markdown mdown mkd'],
  [
    'code',
    'c h cc cpp cxx hpp cs java kt kts go rs swift m mm py pyi rb php pl pm lua r jl scala clj hs ml ' +
      'ex exs erl js mjs cjs jsx ts tsx json json5 jsonl yaml yml toml ini cfg conf xml html htm xhtml css scss ' +
      'less sql graphql proto sh bash zsh fish ps1 bat cmd vbs diff patch gradle cmake tex bib vue svelte',
  ],
  ['document', 'doc docx dot dotx odt ott rtf pages epub mobi wpd docm'],
  ['sheet', 'xls xlsx xlsm xlsb ods ots csv tsv numbers'],
  ['slides', 'ppt pptx pptm pps ppsx odp otp key'],
  ['archive', 'zip tar gz tgz bz2 tbz xz txz zst 7z rar lz lzma cab iso'],
  ['design', 'svg svgz psd ai eps sketch fig xd indd blend dwg dxf stl obj odg xcf kra step'],
];

const byExtension: ReadonlyMap<string, Kind> = new Map(
  extensions.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

const runs: ReadonlySet<string> = new Set(
  (
    'exe com scr pif cpl msi msp msix appx bat cmd ps1 psm1 vbs vbe js jse wsf wsh hta lnk reg inf url jar jnlp ' +
    'app command pkg dmg workflow scpt action sh bash zsh fish run appimage deb rpm flatpakref desktop elf so dll ' +
    'py pyw rb pl apk xpi crx docm xlsm pptm dotm xll chm gadget scf website webloc ' +
    'msc rdp wsc ws vb appinstaller one onepkg appcontent-ms searchconnector-ms search-ms settingcontent-ms library-ms udl ' +
    'diagcab theme themepack iso img vhd vhdx mobileconfig vncloc ftploc afploc fileloc inetloc sparseimage sparsebundle ' +
    'terminal osax scptd mpkg xip ps1xml jxa pssc cdxml appref-ms sct hlp'
  ).split(' '),
);

const byType: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['application/pdf', 'pdf'],
  ['text/markdown', 'markdown'],
  ['text/html', 'code'],
  ['text/xml', 'code'],
  ['application/xml', 'code'],
  ['application/xhtml+xml', 'code'],
  ['application/json', 'code'],
  ['application/javascript', 'code'],
  ['text/javascript', 'code'],
  ['text/css', 'code'],
  ['text/csv', 'sheet'],
  ['text/tab-separated-values', 'sheet'],
  ['image/svg+xml', 'design'],
  ['image/vnd.adobe.photoshop', 'design'],
  ['application/msword', 'document'],
  ['application/rtf', 'document'],
  ['text/rtf', 'document'],
  ['application/epub+zip', 'document'],
  ['application/vnd.ms-excel', 'sheet'],
  ['application/vnd.ms-powerpoint', 'slides'],
  ['application/zip', 'archive'],
  ['application/gzip', 'archive'],
  ['application/x-tar', 'archive'],
  ['application/x-7z-compressed', 'archive'],
  ['application/vnd.rar', 'archive'],
  ['application/x-bzip2', 'archive'],
  ['application/x-xz', 'archive'],
]);

function kindOfType(mimeType: string | null): Kind | null {
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = byType.get(type);
  if (known !== undefined) return known;
  if (type.includes('opendocument.text') || type.includes('wordprocessingml')) return 'document';
  if (type.includes('opendocument.spreadsheet') || type.includes('spreadsheetml')) return 'sheet';
  if (type.includes('opendocument.presentation') || type.includes('presentationml'))
    return 'slides';
  const family = type.split('/')[0];
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text')
    return family;
  return null;
}

/** The extension decides, because it decides which program opens the file; without a known one the type does. */
export function kindOf(extension: string, mimeType: string | null): Kind {
  const known = byExtension.get(extension);
  if (known !== undefined) return known;
  return runs.has(extension) ? 'other' : (kindOfType(mimeType) ?? 'other');
}

const words: ReadonlySet<Kind> = new Set<Kind>(['text', 'code', 'markdown', 'sheet', 'design']);
/** Formats that are archives inside, or drawings of several kinds. */
const zipped: ReadonlySet<Kind> = new Set<Kind>(['document', 'sheet', 'slides', 'design', 'code']);
const played: ReadonlySet<Kind> = new Set<Kind>(['audio', 'video']);

/** Extension and type name different kinds; unknown ones contradict nothing, but a picture that can run programs does. */
export function kindsDisagree(extension: string, mimeType: string | null): boolean {
  const said = kindOfType(mimeType);
  if (said === null || extension === '') return false;
  const shown = byExtension.get(extension);
  if (shown === undefined) return runs.has(extension);
  // Systems take TypeScript for a transport stream.
  if (shown === said || (extension === 'ts' && said === 'video')) return false;
  if (said === 'text' && (words.has(shown) || shown === 'document')) return false;
  if (words.has(shown) && words.has(said) && !(shown === 'design' && said === 'sheet'))
    return false;
  if (said === 'archive' && zipped.has(shown)) return false;
  if (said === 'image' && shown === 'design') return false;
  return !(played.has(said) && played.has(shown));
}

/** Opening it can start a program. */
export const canRun = (extension: string): boolean => runs.has(extension);
