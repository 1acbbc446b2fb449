// Which files can run programs once they are opened: judged by the name that the system goes by and by the file's own first bytes,
// never by what a page or a sender says.
import { extname } from 'node:path';

/** Enough of a file's beginning. */
export const headBytes = 8;

const extensions: ReadonlySet<string> = new Set(
  // Windows
  (
    'exe com scr pif bat cmd ps1 psm1 psd1 vbs vbe js jse wsf wsh msi msp mst msix appx appxbundle msixbundle cpl dll ocx sys drv ' +
    'hta chm hlp lnk url inf reg scf sct gadget application appref-ms settingcontent-ms library-ms search-ms theme themepack ' +
    'diagcab xbap xll iso img vhd vhdx mht mhtml ' +
    // macOS
    'app pkg mpkg dmg command tool workflow action scpt scptd applescript osax terminal fileloc inetloc webloc prefpane ' +
    // Linux and scripts everywhere
    'sh bash zsh csh ksh fish run bin out elf so appimage deb rpm snap flatpak flatpakref desktop service py pyc pyw pyz pl pm rb ' +
    'php lua tcl jar jnlp class ' +
    // documents with programs inside, and pages that run in a browser with the rights of a local file
    'docm dotm xlsm xltm xlam xlsb pptm potm ppsm ppam sldm odb accdb accde mdb mde slk iqy html htm xhtml xht shtml svg svgz'
  ).split(' '),
);

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);

/** MZ, ELF, Mach-O and Java classes in either order of bytes, `#!`, a Windows shortcut. */
const isProgram = (head: Uint8Array): boolean =>
  startsWith(head, 0x4d, 0x5a) ||
  startsWith(head, 0x7f, 0x45, 0x4c, 0x46) ||
  startsWith(head, 0xfe, 0xed, 0xfa) ||
  startsWith(head, 0xce, 0xfa, 0xed, 0xfe) ||
  startsWith(head, 0xcf, 0xfa, 0xed, 0xfe) ||
  startsWith(head, 0xca, 0xfe, 0xba, 0xbe) ||
  startsWith(head, 0x23, 0x21) ||
  startsWith(head, 0xef, 0xbb, 0xbf, 0x23, 0x21) ||
  startsWith(head, 0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00);

export const runsPrograms = (fileName: string, head: Uint8Array): boolean =>
  extensions.has(extname(fileName).slice(1).toLowerCase()) || isProgram(head);
