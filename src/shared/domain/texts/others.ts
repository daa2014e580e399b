import type { OtherLanguages } from './part.ts'
import type { english as appointmentEnglish } from './appointment/en.ts'
import type { english as authEnglish } from './auth/en.ts'
import type { english as titlesEnglish } from './titles/en.ts'
import type { english as blocksEnglish } from './blocks/en.ts'
import type { english as bookingEnglish } from './booking/en.ts'
import type { english as briefEnglish } from './brief/en.ts'
import type { english as catalogueEnglish } from './catalogue/en.ts'
import type { english as formsEnglish } from './forms/en.ts'
import type { english as frameEnglish } from './frame/en.ts'
import type { english as policyEnglish } from './policy/en.ts'
import type { english as registrationEnglish } from './registration/en.ts'
import type { english as reviewEnglish } from './review/en.ts'
import type { english as siteEnglish } from './site/en.ts'

// The files of the other languages of what visitors read. They are named here and not in the parts, because the first code of a page
// counts: most visits are in English.

export const blocks: OtherLanguages<typeof blocksEnglish> = {
  de: async () => (await import('./blocks/de.ts')).german,
  fr: async () => (await import('./blocks/fr.ts')).french,
  it: async () => (await import('./blocks/it.ts')).italian,
  es: async () => (await import('./blocks/es.ts')).spanish,
  pt: async () => (await import('./blocks/pt.ts')).portuguese,
  nl: async () => (await import('./blocks/nl.ts')).dutch,
  pl: async () => (await import('./blocks/pl.ts')).polish,
  mt: async () => (await import('./blocks/mt.ts')).maltese,
}

export const booking: OtherLanguages<typeof bookingEnglish> = {
  de: async () => (await import('./booking/de.ts')).german,
  fr: async () => (await import('./booking/fr.ts')).french,
  it: async () => (await import('./booking/it.ts')).italian,
  es: async () => (await import('./booking/es.ts')).spanish,
  pt: async () => (await import('./booking/pt.ts')).portuguese,
  nl: async () => (await import('./booking/nl.ts')).dutch,
  pl: async () => (await import('./booking/pl.ts')).polish,
  mt: async () => (await import('./booking/mt.ts')).maltese,
}

export const brief: OtherLanguages<typeof briefEnglish> = {
  de: async () => (await import('./brief/de.ts')).german,
  fr: async () => (await import('./brief/fr.ts')).french,
  it: async () => (await import('./brief/it.ts')).italian,
  es: async () => (await import('./brief/es.ts')).spanish,
  pt: async () => (await import('./brief/pt.ts')).portuguese,
  nl: async () => (await import('./brief/nl.ts')).dutch,
  pl: async () => (await import('./brief/pl.ts')).polish,
  mt: async () => (await import('./brief/mt.ts')).maltese,
}

export const catalogue: OtherLanguages<typeof catalogueEnglish> = {
  de: async () => (await import('./catalogue/de.ts')).german,
  fr: async () => (await import('./catalogue/fr.ts')).french,
  it: async () => (await import('./catalogue/it.ts')).italian,
  es: async () => (await import('./catalogue/es.ts')).spanish,
  pt: async () => (await import('./catalogue/pt.ts')).portuguese,
  nl: async () => (await import('./catalogue/nl.ts')).dutch,
  pl: async () => (await import('./catalogue/pl.ts')).polish,
  mt: async () => (await import('./catalogue/mt.ts')).maltese,
}

export const forms: OtherLanguages<typeof formsEnglish> = {
  de: async () => (await import('./forms/de.ts')).german,
  fr: async () => (await import('./forms/fr.ts')).french,
  it: async () => (await import('./forms/it.ts')).italian,
  es: async () => (await import('./forms/es.ts')).spanish,
  pt: async () => (await import('./forms/pt.ts')).portuguese,
  nl: async () => (await import('./forms/nl.ts')).dutch,
  pl: async () => (await import('./forms/pl.ts')).polish,
  mt: async () => (await import('./forms/mt.ts')).maltese,
}

export const frame: OtherLanguages<typeof frameEnglish> = {
  de: async () => (await import('./frame/de.ts')).german,
  fr: async () => (await import('./frame/fr.ts')).french,
  it: async () => (await import('./frame/it.ts')).italian,
  es: async () => (await import('./frame/es.ts')).spanish,
  pt: async () => (await import('./frame/pt.ts')).portuguese,
  nl: async () => (await import('./frame/nl.ts')).dutch,
  pl: async () => (await import('./frame/pl.ts')).polish,
  mt: async () => (await import('./frame/mt.ts')).maltese,
}

export const policy: OtherLanguages<typeof policyEnglish> = {
  de: async () => (await import('./policy/de.ts')).german,
  fr: async () => (await import('./policy/fr.ts')).french,
  it: async () => (await import('./policy/it.ts')).italian,
  es: async () => (await import('./policy/es.ts')).spanish,
  pt: async () => (await import('./policy/pt.ts')).portuguese,
  nl: async () => (await import('./policy/nl.ts')).dutch,
  pl: async () => (await import('./policy/pl.ts')).polish,
  mt: async () => (await import('./policy/mt.ts')).maltese,
}

export const registration: OtherLanguages<typeof registrationEnglish> = {
  de: async () => (await import('./registration/de.ts')).german,
  fr: async () => (await import('./registration/fr.ts')).french,
  it: async () => (await import('./registration/it.ts')).italian,
  es: async () => (await import('./registration/es.ts')).spanish,
  pt: async () => (await import('./registration/pt.ts')).portuguese,
  nl: async () => (await import('./registration/nl.ts')).dutch,
  pl: async () => (await import('./registration/pl.ts')).polish,
  mt: async () => (await import('./registration/mt.ts')).maltese,
}

export const review: OtherLanguages<typeof reviewEnglish> = {
  de: async () => (await import('./review/de.ts')).german,
  fr: async () => (await import('./review/fr.ts')).french,
  it: async () => (await import('./review/it.ts')).italian,
  es: async () => (await import('./review/es.ts')).spanish,
  pt: async () => (await import('./review/pt.ts')).portuguese,
  nl: async () => (await import('./review/nl.ts')).dutch,
  pl: async () => (await import('./review/pl.ts')).polish,
  mt: async () => (await import('./review/mt.ts')).maltese,
}

export const site: OtherLanguages<typeof siteEnglish> = {
  de: async () => (await import('./site/de.ts')).german,
  fr: async () => (await import('./site/fr.ts')).french,
  it: async () => (await import('./site/it.ts')).italian,
  es: async () => (await import('./site/es.ts')).spanish,
  pt: async () => (await import('./site/pt.ts')).portuguese,
  nl: async () => (await import('./site/nl.ts')).dutch,
  pl: async () => (await import('./site/pl.ts')).polish,
  mt: async () => (await import('./site/mt.ts')).maltese,
}

export const appointment: OtherLanguages<typeof appointmentEnglish> = {
  de: async () => (await import('./appointment/de.ts')).german,
  fr: async () => (await import('./appointment/fr.ts')).french,
  it: async () => (await import('./appointment/it.ts')).italian,
  es: async () => (await import('./appointment/es.ts')).spanish,
  pt: async () => (await import('./appointment/pt.ts')).portuguese,
  nl: async () => (await import('./appointment/nl.ts')).dutch,
  pl: async () => (await import('./appointment/pl.ts')).polish,
  mt: async () => (await import('./appointment/mt.ts')).maltese,
}

export const auth: OtherLanguages<typeof authEnglish> = {
  de: async () => (await import('./auth/de.ts')).german,
  fr: async () => (await import('./auth/fr.ts')).french,
  it: async () => (await import('./auth/it.ts')).italian,
  es: async () => (await import('./auth/es.ts')).spanish,
  pt: async () => (await import('./auth/pt.ts')).portuguese,
  nl: async () => (await import('./auth/nl.ts')).dutch,
  pl: async () => (await import('./auth/pl.ts')).polish,
  mt: async () => (await import('./auth/mt.ts')).maltese,
}

export const titles: OtherLanguages<typeof titlesEnglish> = {
  de: async () => (await import('./titles/de.ts')).german,
  fr: async () => (await import('./titles/fr.ts')).french,
  it: async () => (await import('./titles/it.ts')).italian,
  es: async () => (await import('./titles/es.ts')).spanish,
  pt: async () => (await import('./titles/pt.ts')).portuguese,
  nl: async () => (await import('./titles/nl.ts')).dutch,
  pl: async () => (await import('./titles/pl.ts')).polish,
  mt: async () => (await import('./titles/mt.ts')).maltese,
}
