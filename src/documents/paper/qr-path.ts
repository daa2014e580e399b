import { encodeQR } from 'qr'

/** A QR code as squares: the number of modules on a side, its white edge included, and a path of the dark ones with one unit a module. */
export function qrPath(text: string): { side: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((square) => square !== '')
    .join('')
  return { side: rows.length, path }
}
