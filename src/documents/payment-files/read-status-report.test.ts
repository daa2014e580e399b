import { expect, test } from 'vitest'
import { answersFor, readStatusReport } from './read-status-report.ts'

const report = (group: string, payments = '') => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B1</MsgId></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>PR-7-AB</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>
  <OrgnlPmtInfAndSts><OrgnlPmtInfId>PR-7</OrgnlPmtInfId>${payments}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
const payment = (id: string, status: string, reason = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${status === '' ? '' : `<TxSts>${status}</TxSts>`}${reason}</TxInfAndSts>`
const because = (code: string, words = '') =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${words === '' ? '' : `<AddtlInf>${words}</AddtlInf>`}</StsRsnInf>`
const ids = ['PR-7-001', 'PR-7-002']
const answers = (xml: string) =>
  answersFor(readStatusReport(xml), ids).map((one) =>
    [one.end_to_end_id, one.answer, one.reason].filter(Boolean).join(' '),
  )

test('a file that was partly accepted names what was rejected; the others are accepted', () => {
  expect(answers(report('<GrpSts>PART</GrpSts>', payment('PR-7-002', 'RJCT', because('AC04'))))).toEqual([
    'PR-7-002 rejected AC04, the account is closed',
    'PR-7-001 accepted',
  ])
})

test('a rejected file rejects each payment, with the words of the bank for a code of its own', () => {
  expect(answers(report(`<GrpSts>RJCT</GrpSts>${because('XX99', 'Bitte neu senden')}`))).toEqual([
    'PR-7-001 rejected XX99, Bitte neu senden',
    'PR-7-002 rejected XX99, Bitte neu senden',
  ])
})

test('a rejected group inside of a file rejects its payments', () => {
  const xml = report('', `<PmtInfSts>RJCT</PmtInfSts>${because('DT01')}${payment('PR-7-001', '')}`)
  expect(answers(xml)).toEqual(['PR-7-001 rejected DT01, the day is wrong', 'PR-7-002 rejected DT01, the day is wrong'])
})

test('what the bank has not decided is left out', () => {
  expect(answers(report('', payment('PR-7-001', 'PDNG') + payment('PR-7-002', 'ACSC')))).toEqual(['PR-7-002 accepted'])
  expect(() => readStatusReport(report('<GrpSts>RCVD</GrpSts>'))).toThrow('This report says nothing yet')
})

test('another file is refused in words', () => {
  expect(() => readStatusReport('<Document><BkToCstmrStmt/></Document>')).toThrow('This file is no pain.002 report.')
  expect(() => readStatusReport('{}')).toThrow(/no pain.002|no XML/)
  expect(() => readStatusReport('<!DOCTYPE x><Document/>')).toThrow('document type')
  expect(() => readStatusReport(report('').replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ''))).toThrow('which file it is of')
})
