import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Element } from '../electronic/xml'
import { isCreditorReference, obstaclesOfRun, painDocument, painText, type RunDocument } from './pain'
import { painProblems } from './pain-schema'
import { sepaText } from './sepa-text'

const payment = (place: number, amount: string, more: Partial<RunDocument['payments'][number]> = {}) => ({
  end_to_end_id: `PR-2026-0001-00${place}`,
  amount,
  creditor: 'Ġorġina Ħwawar & Sons',
  iban: 'MT84MALT011000012345MTLCAST001S',
  bic: null,
  reference: 'RE-77 / 2026',
  city: 'Żejtun',
  country: 'Malta',
  ...more,
})
const run = (payments = [payment(1, '100.10'), payment(2, '0.20')], total = '100.30'): RunDocument => ({
  number: 'PR-2026-0001',
  message_id: 'PR-2026-0001-0A1B2C3D',
  created_at: '2026-11-20T10:15:00+01:00',
  pay_on: '2026-11-23',
  total,
  count: payments.length,
  debtor: { name: 'Signs <Ltd>', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', city: 'Köln', country: 'DE' },
  payments,
})

describe('a payment run as pain.001.001.09', () => {
  test('says each payment with its account, and the sums of all', () => {
    const xml = painText(run([payment(1, '100.10'), payment(2, '0.20', { reference: 'RF18 5390 0754 7034' })]))
    const read: unknown = new XMLParser({ parseTagValue: false, ignoreAttributes: false }).parse(xml)
    expect(read).toMatchObject({
      Document: {
        '@_xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
        CstmrCdtTrfInitn: {
          GrpHdr: {
            MsgId: 'PR-2026-0001-0A1B2C3D',
            CreDtTm: '2026-11-20T10:15:00+01:00',
            NbOfTxs: '2',
            CtrlSum: '100.30',
          },
          PmtInf: {
            NbOfTxs: '2',
            CtrlSum: '100.30',
            ReqdExctnDt: { Dt: '2026-11-23' },
            Dbtr: { Nm: 'Signs .Ltd.', PstlAdr: { TwnNm: 'Koln', Ctry: 'DE' } },
            DbtrAcct: { Id: { IBAN: 'DE89370400440532013000' } },
            DbtrAgt: { FinInstnId: { BICFI: 'COBADEFFXXX' } },
            CdtTrfTxInf: [
              {
                PmtId: { EndToEndId: 'PR-2026-0001-001' },
                Amt: { InstdAmt: { '#text': '100.10', '@_Ccy': 'EUR' } },
                Cdtr: { Nm: 'Gorgina Hwawar + Sons', PstlAdr: { TwnNm: 'Zejtun', Ctry: 'MT' } },
                RmtInf: { Ustrd: 'RE-77 / 2026' },
              },
              { RmtInf: { Strd: { CdtrRefInf: { Ref: 'RF18539007547034' } } } },
            ],
          },
        },
      },
    })
    expect(xml).not.toContain('AdrLine')
    expect(painText(run())).toBe(painText(run()))
  })

  test.each<[string, RunDocument, string]>([
    ['a wrong account', run([payment(1, '1.00', { iban: 'MT85MALT011000012345MTLCAST001S' })], '1.00'), 'check digits'],
    ['a wrong BIC', run([payment(1, '1.00', { bic: 'MALT' })], '1.00'), 'A BIC has 8 or 11'],
    ['sums that differ', run([payment(1, '0.10'), payment(2, '0.20')], '0.31'), 'do not add up'],
    ['one id twice', run([payment(1, '0.10'), payment(1, '0.20')], '0.30'), 'same id'],
    ['an amount of nothing', run([payment(1, '0.00')], '0.00'), 'between 0.01'],
    ['no payment', run([], '0.00'), 'no payment'],
  ])('is not written with %s', (_, wrong, words) => {
    expect(obstaclesOfRun(wrong).join(' ')).toContain(words)
    expect(() => painText(wrong)).toThrow(words)
  })
})

/** The element at `Document/…/Name`. */
function at(document: Element, path: string): Element & { content: Element[] } {
  const found = path
    .split('/')
    .reduce<Element | undefined>(
      (one, name) => (typeof one?.content === 'string' ? undefined : one?.content.find((child) => child.name === name)),
      document,
    )
  if (!found) throw new Error(`There is no ${path}`)
  return found as Element & { content: Element[] }
}
const header = 'CstmrCdtTrfInitn/GrpHdr'
const paid = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf'
const say = (path: string, text: string) => (document: Element) =>
  void Object.assign(at(document, path), { content: text })
const drop = (path: string, name: string) => (document: Element) => {
  const parent = at(document, path)
  parent.content = parent.content.filter((child) => child.name !== name)
}

describe('the schema pain.001.001.09', () => {
  test('is kept by what is written, also with a BIC, a reference and no address', () => {
    expect(painProblems(painDocument(run()))).toEqual([])
    const bare = payment(1, '1.00', { bic: 'VALLMTMT', city: null, reference: 'RF18539007547034' })
    expect(painProblems(painDocument(run([bare], '1.00')))).toEqual([])
  })

  test.each<[string, (document: Element) => void, string]>([
    ['a message without its id', drop(header, 'MsgId'), 'GrpHdr has no MsgId.'],
    ['an id of 36 signs', say(`${header}/MsgId`, 'x'.repeat(36)), 'GrpHdr/MsgId is not 1 to 35 letters'],
    ['a letter that SEPA does not know', say(`${paid}/Cdtr/Nm`, 'Ġorġ'), 'Cdtr/Nm is not 1 to 70 letters'],
    ['a name of 71 letters', say(`${paid}/Cdtr/Nm`, 'a'.repeat(71)), 'Cdtr/Nm is not 1 to 70 letters'],
    ['a text of 141 letters', say(`${paid}/RmtInf/Ustrd`, 'a'.repeat(141)), 'Ustrd is not 1 to 140 letters'],
    ['a moment with a zone of its own', say(`${header}/CreDtTm`, '20.11.2026 09:15'), 'CreDtTm is not a moment'],
    ['a day that is none', say('CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt', '2026-13-01'), 'Dt is not a day'],
    ['another method', say('CstmrCdtTrfInitn/PmtInf/PmtMtd', 'CHK'), 'PmtMtd is not TRF.'],
    ['charges that SEPA does not know', say('CstmrCdtTrfInitn/PmtInf/ChrgBr', 'DEBT'), 'ChrgBr is not SLEV.'],
    ['an amount of three decimals', say(`${paid}/Amt/InstdAmt`, '1.005'), 'InstdAmt is not between'],
    ['an amount of nothing', say(`${paid}/Amt/InstdAmt`, '0.00'), 'InstdAmt is not between'],
    ['a sum as words', say(`${header}/CtrlSum`, '1,00'), 'CtrlSum is not an amount'],
    ['a small account', say(`${paid}/CdtrAcct/Id/IBAN`, 'mt84'), 'IBAN is not an IBAN'],
    ['a country as a name', say(`${paid}/Cdtr/PstlAdr/Ctry`, 'Malta'), 'Ctry is not a country'],
    ['a country without its town', drop(`${paid}/Cdtr/PstlAdr`, 'TwnNm'), 'PstlAdr has no TwnNm.'],
    ['no bank of ours', drop('CstmrCdtTrfInitn/PmtInf', 'DbtrAgt'), 'PmtInf has no DbtrAgt.'],
    ['no payment', drop('CstmrCdtTrfInitn/PmtInf', 'CdtTrfTxInf'), 'PmtInf has no CdtTrfTxInf.'],
    ['words where parts belong', say(`${paid}/Cdtr`, 'Bakery'), 'Cdtr has words where parts belong.'],
    ['another currency', (document) => void (at(document, `${paid}/Amt/InstdAmt`).attributes['Ccy'] = 'USD'), 'no Ccy'],
    [
      'another order',
      (document) => void at(document, header).content.reverse(),
      'GrpHdr has its parts in another order.',
    ],
    [
      'an address in lines',
      (document) =>
        void at(document, `${paid}/Cdtr/PstlAdr`).content.push({
          name: 'AdrLine',
          attributes: {},
          content: 'Street 1',
        }),
      'PstlAdr may not have AdrLine.',
    ],
    [
      'two texts',
      (document) => {
        const texts = at(document, `${paid}/RmtInf`).content
        texts.push(structuredClone(texts[0]!))
      },
      'RmtInf has Ustrd more than once.',
    ],
  ])('is broken by %s', (_, breaks, words) => {
    const document = painDocument(run())
    breaks(document)
    expect(painProblems(document).join(' ')).toContain(words)
  })

  test('is asked before a file is offered', () => {
    expect(() => painText({ ...run(), pay_on: 'soon' })).toThrow('The bank would refuse this file:')
    expect(() => painText({ ...run(), debtor: { ...run().debtor, name: ' ' } })).toThrow('GrpHdr has no InitgPty.')
  })
})

test('every text becomes letters of SEPA, no longer than asked, and stays so', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 140 }), (text, most) => {
      const written = sepaText(text, most)
      expect(written).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]*$/)
      expect(written.length).toBeLessThanOrEqual(most)
      expect(written).not.toMatch(/^[/ ]|\/\/|[/ ]$/)
      expect(sepaText(written, most)).toBe(written)
    }),
  )
  expect(sepaText('Żebbuġ – Ħal Qormi, 50 €', 70)).toBe('Zebbug - Hal Qormi, 50 EUR')
})

test('a creditor reference has right check digits', () => {
  expect(['RF18539007547034', 'RF18 5390 0754 7034', 'RF19539007547034', 'RE-77'].map(isCreditorReference)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
