import type { Improvement } from '@/machines/quick-add/draft.machine'
import { textToHtml } from '@/shared/domain/tasks/task'

const picture = /<img\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const mark = /\[picture (\d+)\]/g

/**
 * Sends a description to the grammar checker. Pictures are replaced by markers: they are useless to it and larger than
 * its limit. The answer is cleaned like any foreign rich text.
 */
export async function improveDescription(
  description: string,
  improve: (html: string) => Promise<{ improvedText: string; note?: string | undefined }>,
  sanitise: (html: string) => string,
): Promise<Improvement> {
  const pictures: string[] = []
  const words = description.replace(picture, (image) => `[picture ${pictures.push(image)}]`)
  const { improvedText, note = null } = await improve(words)
  const html = /<(p|ul|ol)\b/i.test(improvedText) ? improvedText : textToHtml(improvedText)
  const returned = new Set<number>()
  const whole = html.replace(mark, (_, number: string) => {
    returned.add(Number(number))
    return pictures[Number(number) - 1] ?? ''
  })
  const lost = pictures.filter((_, index) => !returned.has(index + 1))
  return { description: sanitise(whole + lost.map((image) => `<p>${image}</p>`).join('')), note }
}
