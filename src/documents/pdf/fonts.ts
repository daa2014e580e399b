import type { Fonts } from './sheet.ts'
import regular from './fonts/inter-regular.ts'
import semibold from './fonts/inter-semibold.ts'

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** The fonts of papers, bundled in the code, so that nothing is fetched in a browser or a function. */
export const paperFonts: Fonts = { regular: bytesOf(regular), semibold: bytesOf(semibold) }
