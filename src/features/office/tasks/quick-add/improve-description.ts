import type { Improvement } from '@/machines/quick-add/draft.machine'
import { textToHtml } from '@/shared/domain/tasks/task'

const picture = /<img\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const mark = /\[picture (\d+)\]/g

/**
 * Improves the words of a description. Its pictures stay here: they say nothing to a grammar checker and are far larger
 * than what it takes. What comes back is only ever the rich text that we know, whoever wrote it.
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
