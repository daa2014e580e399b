import type { Language } from '@/shared/domain/texts/languages'
import { loadPart } from '@/shared/domain/texts/part'
import { titlesPart } from '@/shared/domain/texts/titles/part'

/** The titles of public screens in that language, by the English ones, which the areas have. */
export async function titlesIn(language: Language): Promise<Record<string, string>> {
  const loaded = await loadPart(titlesPart, language)
  return Object.fromEntries(
    Object.entries(titlesPart.english).map(([key, title]) => {
      const translated: unknown = loaded?.[key as keyof typeof titlesPart.english]
      return [title, typeof translated === 'string' ? translated : title]
    }),
  )
}
