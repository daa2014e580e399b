import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCreditorReference, obstaclesOfRun, painText, type RunDocument } from './pain'
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
  created_at: '2026-11-20T09:15:00.123+00:00',
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
          GrpHdr: { MsgId: 'PR-2026-0001-0A1B2C3D', CreDtTm: '2026-11-20T09:15:00', NbOfTxs: '2', CtrlSum: '100.30' },
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
