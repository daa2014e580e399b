import type { Element } from '../electronic/xml.ts'

/** The rule of an element: its children in order with their number, or the pattern of its text. */
type Rule =
  | { children: readonly Child[] }
  | { text: RegExp; is: string; attribute?: readonly [name: string, value: RegExp] }
type Child = readonly [name: string, rule: Rule, least?: number, most?: number]

const of = (...children: Child[]): Rule => ({ children })
const words = (most: number): Rule => ({
  text: new RegExp(`^[a-zA-Z0-9/\\-?:().,'+ ]{1,${most}}$`),
  is: `1 to ${most} letters of SEPA`,
})
const code = (...codes: string[]): Rule => ({ text: new RegExp(`^(${codes.join('|')})$`), is: codes.join(' or ') })
const amount = /^(?=.*[1-9])\d{1,9}\.\d{2}$/

const count: Rule = { text: /^[1-9]\d{0,14}$/, is: 'a count of 15 digits at most' }
const total: Rule = { text: /^\d{1,16}\.\d{2}$/, is: 'an amount of 18 digits at most' }
const day: Rule = { text: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, is: 'a day of ISO 8601' }
const moment: Rule = {
  text: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d([+-]([01]\d|2[0-3]):[0-5]\d)?$/,
  is: 'a moment of ISO 8601',
}
const iban: Rule = { text: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/, is: 'an IBAN' }
const bic: Rule = { text: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, is: 'a BIC of 8 or 11 signs' }
const place = of(['TwnNm', words(35)], ['Ctry', { text: /^[A-Z]{2}$/, is: 'a country of two letters' }])
const party = of(['Nm', words(70)], ['PstlAdr', place, 0])
const bank = of(['FinInstnId', of(['BICFI', bic, 0], ['Othr', of(['Id', code('NOTPROVIDED')]), 0])])
const account = of(['Id', of(['IBAN', iban])], ['Ccy', code('EUR'), 0])
const reference = of(
  ['Tp', of(['CdOrPrtry', of(['Cd', code('SCOR')])], ['Issr', words(35), 0])],
  ['Ref', { text: /^RF\d{2}[A-Z0-9]{1,21}$/, is: 'a creditor reference' }],
)
const payment = of(
  ['PmtId', of(['InstrId', words(35), 0], ['EndToEndId', words(35)])],
  ['Amt', of(['InstdAmt', { text: amount, is: 'between 0.01 and 999,999,999.99', attribute: ['Ccy', /^EUR$/] }])],
  ['CdtrAgt', bank, 0],
  ['Cdtr', party],
  ['CdtrAcct', account],
  ['RmtInf', of(['Ustrd', words(140), 0], ['Strd', of(['CdtrRefInf', reference]), 0]), 0],
)
const run = of(
  ['PmtInfId', words(35)],
  ['PmtMtd', code('TRF')],
  ['BtchBookg', code('true', 'false'), 0],
  ['NbOfTxs', count],
  ['CtrlSum', total],
  ['PmtTpInf', of(['SvcLvl', of(['Cd', code('SEPA')])])],
  ['ReqdExctnDt', of(['Dt', day])],
  ['Dbtr', party],
  ['DbtrAcct', account],
  ['DbtrAgt', bank],
  ['ChrgBr', code('SLEV')],
  ['CdtTrfTxInf', payment, 1, Infinity],
)
const header = of(
  ['MsgId', words(35)],
  ['CreDtTm', moment],
  ['NbOfTxs', count],
  ['CtrlSum', total],
  ['InitgPty', of(['Nm', words(70)])],
)
const file = of(['CstmrCdtTrfInitn', of(['GrpHdr', header], ['PmtInf', run])])

/**
 * Checks a file against the schema pain.001.001.09 in its SEPA form: elements, order, number and texts. Returns each
 * problem as a sentence with its place; empty for a valid file.
 */
export const painProblems = (document: Element): string[] => problemsOf(document, file, document.name)

function problemsOf({ content, attributes }: Element, rule: Rule, path: string): string[] {
  const inside = typeof content === 'string' ? [] : content
  if ('text' in rule) {
    const [name, value] = rule.attribute ?? []
    return [
      ...(typeof content !== 'string' || !rule.text.test(content) ? [`${path} is not ${rule.is}.`] : []),
      ...(name && !value?.test(attributes[name] ?? '') ? [`${path} has no ${name} that is allowed.`] : []),
    ]
  }
  const places = inside.map(({ name }) => rule.children.findIndex(([known]) => known === name))
  return [
    ...(typeof content === 'string' ? [`${path} has words where parts belong.`] : []),
    ...inside.filter((_, at) => places[at] === -1).map(({ name }) => `${path} may not have ${name}.`),
    ...(places.some((at, index) => index > 0 && at !== -1 && at < (places[index - 1] ?? 0))
      ? [`${path} has its parts in another order.`]
      : []),
    ...rule.children.flatMap(([name, child, least = 1, most = 1]) => {
      const found = inside.filter((one) => one.name === name)
      return [
        ...(found.length < least ? [`${path} has no ${name}.`] : []),
        ...(found.length > most ? [`${path} has ${name} more than once.`] : []),
        ...found.flatMap((one) => problemsOf(one, child, `${path}/${name}`)),
      ]
    }),
  ]
}
