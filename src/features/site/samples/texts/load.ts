import type { Language } from '@/shared/domain/texts/languages'
import type { SampleTexts } from './english'

type Load = () => Promise<{ texts: SampleTexts }>

const others: Record<Exclude<Language, 'en'>, Load> = {
  de: () => import('./de'),
  fr: () => import('./fr'),
  it: () => import('./it'),
  es: () => import('./es'),
  pt: () => import('./pt'),
  nl: () => import('./nl'),
  pl: () => import('./pl'),
  mt: () => import('./mt'),
}

/** What samples are called in that language; null for English, in which they are written. */
export const loadSampleTexts = async (language: Language): Promise<SampleTexts | null> =>
  language === 'en' ? null : (await others[language]()).texts
