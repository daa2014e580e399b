import { saveFile } from '@/shared/lib/save-file'
import type { Label } from '@/documents/pdf/labels-pdf'

/** Saves a PDF with these labels as `labels-{name}.pdf`. */
export async function downloadLabels(name: string, labels: readonly Label[]): Promise<void> {
  const [{ labelsPdf }, { paperFonts }] = await Promise.all([
    import('@/documents/pdf/labels-pdf'),
    import('@/documents/pdf/fonts'),
  ])
  const bytes = await labelsPdf(labels, { fonts: paperFonts, at: new Date(), title: `Labels ${name}` })
  saveFile(`labels-${name}.pdf`, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }))
}
