import { beforeRefusals } from '../../db/fetch/before-refusals'
import { isUnanswered } from '../save-problem'
import type { Language } from '../../domain/texts/languages'
import { pageTexts, type PageTexts } from '../../domain/texts/pages/load'
import { tellBy } from '../../domain/texts/refusals/told'

/** The refusals of one language: null for a sentence that has no code. */
type Refusals = { language: Language; say: (sentence: string) => string | null }

/** The language of the open page of a client or visitor; never English, which loads nothing of this. */
let reader: Language | null = null
/** What is said without a reason, in that language. */
let general: PageTexts | null = null
let loaded: Refusals | null = null

function tell(): void {
  if (general === null) return
  const { language } = general
  const texts = general
  const refusals = loaded?.language === language ? loaded : null
  tellBy({
    language,
    say: (error) => {
      if (!(error instanceof Error)) return texts('refused')
      if (isUnanswered(error)) return texts('cannot_wait')
      return refusals?.say(error.message) ?? texts('refused')
    },
  })
}

/**
 * Tells in which other language a page is read. What is said without a reason is loaded at once, because it is said without a network;
 * once a refusal came, so are the sentences.
 */
export async function readRefusalsIn(language: Language): Promise<void> {
  reader = language
  beforeRefusals(loadRefusals)
  if (loaded !== null) void loadRefusals()
  try {
    const texts = await pageTexts(language)
    if (reader !== language) return
    general = texts
    tell()
  } catch {
    // Without a network the sentence stays English.
  }
}

/** Loads the refusals in the reader's language, when one came. Without a network a refusal stays without its reason. */
async function loadRefusals(): Promise<void> {
  const language = reader
  if (language === null || loaded?.language === language) return
  try {
    loaded = { language, say: await (await import('../../domain/texts/refusals/sentences')).refusalsIn(language) }
    tell()
  } catch {
    // The next refusal tries again.
  }
}
