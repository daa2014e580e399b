import { framePart } from '@/shared/domain/texts/frame/part'
import type { Language } from '@/shared/domain/texts/languages'
import { loadPart, textsOfPart } from '@/shared/domain/texts/part'

/** The texts around a page in that language. Loaded for a reader of another language than English alone. */
export const frameTexts = async (language: Language) =>
  textsOfPart(framePart, language, await loadPart(framePart, language))
