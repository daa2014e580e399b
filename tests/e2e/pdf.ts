import type { Locator } from '@playwright/test'

/** A PDF of one red page. */
export function redPage(): Buffer {
  const drawing = '1 0 0 rg 0 0 300 200 re f'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer << /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  )
}

/** The share of red pixels on the screen, from 0 to 1. */
export async function redness(shown: Locator): Promise<number> {
  const picture = (await shown.screenshot()).toString('base64')
  return shown.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const brush = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!brush) return 0
    brush.drawImage(image, 0, 0)
    const { data } = brush.getImageData(0, 0, image.width, image.height)
    let red = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 0) > 240 && (data[at + 1] ?? 0) < 30 && (data[at + 2] ?? 0) < 30) red += 1
    return red / (data.length / 4)
  }, picture)
}
