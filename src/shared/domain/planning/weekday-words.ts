import type { Language } from '../texts/languages.ts'
import { weekdayOf } from '../time/days.ts'

/** The days of the week as clients write them, Monday first: each row is one form. A row of short names is written with a point or without. */
const forms: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    'Mon Tue Wed Thu Fri Sat Sun',
    'Mon Tues Wed Thurs Fri Sat Sun',
    'Mon Tue Weds Thur Fri Sat Sun',
  ],
  de: [
    'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
    'Montag Dienstag Mittwoch Donnerstag Freitag Sonnabend Sonntag',
    'Mo Di Mi Do Fr Sa So',
  ],
  fr: ['lundi mardi mercredi jeudi vendredi samedi dimanche', 'lun mar mer jeu ven sam dim'],
  it: ['lunedì martedì mercoledì giovedì venerdì sabato domenica', 'lun mar mer gio ven sab dom'],
  es: ['lunes martes miércoles jueves viernes sábado domingo', 'lun mar mié jue vie sáb dom'],
  pt: [
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
    'segunda terça quarta quinta sexta sábado domingo',
    'seg ter qua qui sex sáb dom',
  ],
  nl: ['maandag dinsdag woensdag donderdag vrijdag zaterdag zondag', 'ma di wo do vr za zo'],
  pl: [
    'poniedziałek wtorek środa czwartek piątek sobota niedziela',
    'poniedziałek wtorek środę czwartek piątek sobotę niedzielę',
    'poniedziałku wtorku środy czwartku piątku soboty niedzieli',
    'pon wt śr czw pt sob niedz',
    'pn wt śr czw pt sob nd',
  ],
  mt: [
    'it-Tnejn it-Tlieta l-Erbgħa il-Ħamis il-Ġimgħa is-Sibt il-Ħadd',
    'sat-Tnejn sat-Tlieta sal-Erbgħa sal-Ħamis sal-Ġimgħa sas-Sibt sal-Ħadd',
  ],
}
/** Languages in which another day of the week takes another article or preposition: the days apart from the rest. */
const apart: Partial<Record<Language, readonly number[]>> = { it: [7], pt: [6, 7], pl: [2] }

const folded = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('’', "'")
const rows = Object.entries(forms).flatMap(([language, some]) =>
  some.map((row) => ({ language: language as Language, names: row.split(' ') })),
)
/** Short names of two letters are words of other languages too: only a paper's own language has them. */
const isShort = (name: string) => name.length < 4

/** A day of the week as it stands in a text. */
export type WrittenWeekday = {
  /** 1 is Monday, 7 is Sunday. */
  number: number
  isShort: boolean
  /** The same form for another day, with the same first letter; null where the word before it would no longer fit. */
  of: (day: string, isAfterWord: boolean) => string | null
}

/** The day of the week that a word is, in the language of its paper or in another one; null for another word. */
export function weekdayIn(word: string, language: Language): WrittenWeekday | null {
  const typed = folded(word)
  const known = rows
    .toSorted((one, other) => Number(other.language === language) - Number(one.language === language))
    .find(
      ({ names, ...row }) =>
        names.some((name) => folded(name) === typed) && (row.language === language || typed.length > 2),
    )
  if (!known) return null
  const number = known.names.findIndex((name) => folded(name) === typed) + 1
  const isApart = (one: number) => apart[known.language]?.includes(one) === true
  const isCapital = word[0] !== word[0]?.toLowerCase()
  return {
    number,
    isShort: isShort(typed),
    of: (day, isAfterWord) => {
      const to = weekdayOf(day)
      if (isAfterWord && isApart(to) !== isApart(number)) return null
      const isNominative = known.language === 'pl' && known.names.join(' ') === forms.pl[0]
      // Polish says “środa”, and “w środę”.
      const names = isNominative && isAfterWord ? (forms.pl[1]?.split(' ') ?? known.names) : known.names
      const name = names[to - 1] ?? ''
      return isCapital ? name.charAt(0).toUpperCase() + name.slice(1) : name
    },
  }
}

/** The days of the week of a text that are written out, with their places. A bare `segunda` is an ordinal number as well. */
export function weekdaysWritten(text: string, language: Language): { at: number; word: string; number: number }[] {
  return [...text.matchAll(/(?<!\p{L})(?:\p{L}{1,3}[-’'])?\p{L}{4,}(?:-feira)?(?!\p{L})/giu)].flatMap((found) => {
    const number = /^(?:segunda|terça|quarta|quinta|sexta)$/iu.test(found[0])
      ? undefined
      : weekdayIn(found[0], language)?.number
    return number === undefined ? [] : [{ at: found.index, word: found[0], number }]
  })
}
