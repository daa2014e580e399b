const longestSide = 1400
const mostSigns = 550_000

/** A picture made small, as a data address. Its place and camera are left out, because only its points are drawn. */
export async function smallPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) throw new Error(`${file.name} is no picture that this browser can read.`)
  for (const side of [longestSide, 1000, 700]) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) break
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const data = canvas.toDataURL('image/jpeg', 0.8)
    if (data.length <= mostSigns) return data
  }
  throw new Error(`${file.name} could not be made small enough.`)
}
