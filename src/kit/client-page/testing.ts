import { expect } from 'vitest'
import type { Language } from '@/shared/domain/texts/languages'
import { loadPart, type Part } from '@/shared/domain/texts/part'
import type { Catalogue } from '@/shared/domain/texts/texts'

/** Every text and label that the document shows, beside papers, which keep their own language, and the names of languages. */
export function shownTexts(): string[] {
  const papers = [...document.querySelectorAll('[data-paper], option')]
  const outside = [...document.body.querySelectorAll(':not(style, script)')].filter(
    (each) => !papers.some((paper) => paper.contains(each)),
  )
  return outside.flatMap((each) => [
    ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => each.getAttribute(name) ?? []),
  ])
}

/** The words of a catalogue as they stand on a page: what is between the places. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .trim()
      .replaceAll(/\{\w+\}/g, '.+')}$`,
  )

/** Words that no other of the nine languages has. */
const englishWords =
  /\b(the|your|yours|with|please|from|each|deposit|quotation|invoices?|and|this|that|you|are|of|cannot|loading)\b/i
/** What may stand on a page in any language. */
const names = /\b(IBAN|BIC|PDF|UBL|Xpanel)\b/g

const formsOf = (message: Catalogue[string] | undefined): string[] =>
  message === undefined ? [] : typeof message === 'string' ? [message] : Object.values(message)

/** Fails where a page of that language shows an English text of these catalogues or a common English word. */
export async function expectNoEnglish(language: Language, parts: readonly Part<Catalogue>[]): Promise<void> {
  expect(document.documentElement.lang).toBe(language)
  const left: string[] = []
  for (const part of parts) {
    const translated = await loadPart(part, language)
    for (const [key, english] of Object.entries(part.english))
      left.push(
        ...formsOf(english).filter(
          (text) => /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !formsOf(translated?.[key]).includes(text),
        ),
      )
  }
  const patterns = left.map(patternOf)
  const found = shownTexts()
    .flatMap((shown) => [shown.trim(), ...shown.split(/(?<=[.:])\s/)])
    .filter(
      (sentence) => patterns.some((each) => each.test(sentence)) || englishWords.test(sentence.replaceAll(names, '')),
    )
  expect(found).toEqual([])
}
