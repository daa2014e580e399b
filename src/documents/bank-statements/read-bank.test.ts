import { describe, expect, test } from 'vitest'
import { reckonedClosing, repeatedIn } from './bank-file.ts'
import { csvReading, readBankCsv, withOwnAccount } from './read-bank-csv.ts'
import { readCamt } from './read-camt.ts'

const entry = (inner: string, amount = '118.00', sign = 'CRDT', status = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-20</Dt></BookgDt>${inner}</Ntry>`
const camt = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>7</Id>
  <Acct><Id><IBAN>MT84MALT011000012345MTLCAST001S</IBAN></Id><Ccy>EUR</Ccy></Acct>
  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">68</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
  ${entries}</Stmt></BkToCstmrStmt></Document>`

describe('another file of the bank', () => {
  test.each([
    ['BkToCstmrAcctRpt', 'camt.052'],
    ['BkToCstmrDbtCdtNtfctn', 'camt.054'],
    ['CstmrPmtStsRpt', 'pain.002'],
    ['CstmrCdtTrfInitn', 'pain.001'],
    ['CstmrDrctDbtInitn', 'pain.008'],
  ])('%s is named, and which one is wanted is said', (element, name) => {
    const read = () => readCamt(`<Document><${element}><GrpHdr/></${element}></Document>`)
    expect(read).toThrow(`This is a ${name} `)
    expect(read).toThrow(name === 'pain.002' ? 'the page of the payment run' : 'export the statement')
  })

  test('without a known element it is said to be none', () => {
    expect(() => readCamt('<Document><Other/></Document>')).toThrow('This file is no camt.053 bank statement.')
  })
})

describe('a camt.053 file', () => {
  test('gives account, balances, and who paid for what', () => {
    const file = readCamt(
      camt(
        entry(`<ValDt><Dt>2026-11-21</Dt></ValDt><AcctSvcrRef>A1</AcctSvcrRef><NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <RltdPties><Dbtr><Nm>Bakery &amp; Sons</Nm></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties>
          <RmtInf><Ustrd>Invoice</Ustrd><Ustrd>INV-2026-0120</Ustrd></RmtInf></TxDtls></NtryDtls>`),
      ),
    )
    expect(file).toMatchObject({
      account_iban: 'MT84MALT011000012345MTLCAST001S',
      opening: '-50.00',
      closing: '68.00',
      leftOut: [],
    })
    expect(file.entries).toEqual([
      {
        booked_on: '2026-11-20',
        value_on: '2026-11-21',
        direction: 'in',
        amount: '118.00',
        currency: 'EUR',
        party_name: 'Bakery & Sons',
        party_iban: 'DE02120300000000202051',
        remittance: 'Invoice INV-2026-0120',
        end_to_end: null,
        bank_reference: 'A1',
        account_iban: 'MT84MALT011000012345MTLCAST001S',
        return_info: null,
      },
    ])
  })

  test('says what its entries come to, where that is not its closing balance', () => {
    expect(reckonedClosing(readCamt(camt(entry(''))))).toBeNull()
    expect(reckonedClosing(readCamt(camt(entry('') + entry('', '8.25', 'DBIT'))))).toBe('59.75')
    // What is not booked yet is in no balance; another currency adds to none.
    expect(reckonedClosing(readCamt(camt(entry('') + entry('', '8.25', 'DBIT', '<Sts>PDNG</Sts>'))))).toBeNull()
    expect(reckonedClosing(readCamt(camt(entry('', '9.00').replace('Ccy="EUR">9', 'Ccy="USD">9'))))).toBeNull()
    expect(reckonedClosing(readCamt(camt(entry('')).replace('CLBD', 'ITBD')))).toBeNull()
  })

  test('gives the same money in another currency, where the bank says it: the counter value before what was sent', () => {
    const details = (more: string) => `<NtryDtls><TxDtls><AmtDtls>${more}</AmtDtls></TxDtls></NtryDtls>`
    const sent = '<InstdAmt><Amt Ccy="USD">130.5</Amt></InstdAmt>'
    const { entries } = readCamt(
      camt(
        entry(details(sent)) +
          entry(details(`${sent}<CntrValAmt><Amt Ccy="GBP">99.90</Amt></CntrValAmt>`)) +
          entry(details('<TxAmt><Amt Ccy="EUR">118.00</Amt></TxAmt>')) +
          entry(`<AmtDtls>${sent}</AmtDtls>`) +
          entry(details('<InstdAmt><Amt Ccy="USD">0.00</Amt></InstdAmt>')),
      ),
    )
    expect(entries.map(({ other_amount, other_currency }) => [other_amount, other_currency])).toEqual([
      ['130.50', 'USD'],
      ['99.90', 'GBP'],
      [undefined, undefined],
      ['130.50', 'USD'],
      [undefined, undefined],
    ])
  })

  test('says what came back, and names the other end of a return, which keeps the sides of its payment', () => {
    const returned = (more: string) => `<NtryDtls><TxDtls>
      <RltdPties><Dbtr><Nm>Our Company</Nm></Dbtr><DbtrAcct><Id><IBAN>MT84MALT011000012345MTLCAST001S</IBAN></Id></DbtrAcct>
        <Cdtr><Nm>Sheets Ltd</Nm></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties>
      ${more}</TxDtls></NtryDtls>`
    const { entries } = readCamt(
      camt(
        entry(returned('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')) +
          entry(returned('<RtrInf><Rsn><Prtry>XY9</Prtry></Rsn><AddtlInf>Please call</AddtlInf></RtrInf>')) +
          entry('<RvslInd>true</RvslInd>') +
          entry(returned('<BkTxCd><Domn><Fmly><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>')),
      ),
    )
    expect(entries.map(({ return_info }) => return_info)).toEqual([
      'AC04, the account is closed',
      'XY9, Please call',
      'no reason is given',
      'no reason is given',
    ])
    expect(entries[0]).toMatchObject({ party_name: 'Sheets Ltd', party_iban: 'DE02120300000000202051' })
  })

  test('with a reference twice says which entries repeat it: another amount or day is another entry', () => {
    const { entries } = readCamt(
      camt(
        entry('<AcctSvcrRef>A1</AcctSvcrRef>') +
          entry('<AcctSvcrRef>A1</AcctSvcrRef>', '9.00') +
          entry('<AcctSvcrRef>A1</AcctSvcrRef>') +
          entry('') +
          entry(''),
      ),
    )
    expect(repeatedIn(entries)).toEqual([2])
  })

  test('one debit for a file of payments, without its parts, names the file', () => {
    const batch = '<NtryDtls><Btch><MsgId>PR-2026-0003-0A1B2C3D</MsgId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>'
    expect(readCamt(camt(entry(batch, '349.28', 'DBIT'))).entries).toMatchObject([
      { direction: 'out', amount: '349.28', end_to_end: 'PR-2026-0003-0A1B2C3D' },
    ])
  })

  test('names the payer where version 8 writes it, takes a batch apart, and leaves out what is not booked', () => {
    const part = (amount: string, name: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`
    const file = readCamt(
      camt(
        entry(`<AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${part('0.10', 'One')}${part('0.20', 'Two')}</NtryDtls>`, '0.3') +
          entry('', '9.00', 'DBIT', '<Sts><Cd>PDNG</Cd></Sts>') +
          // The parts do not come to the entry: it stays whole.
          entry(`<NtryDtls>${part('1.00', 'One')}${part('1.00', 'Two')}</NtryDtls>`, '3.00'),
      ),
    )
    expect(file.entries.map(({ amount, party_name, bank_reference }) => [amount, party_name, bank_reference])).toEqual([
      ['0.10', 'One', 'B/1'],
      ['0.20', 'Two', 'B/2'],
      ['3.00', 'One', null],
    ])
    expect(file.leftOut).toEqual(['1 entry is not booked yet.'])
  })

  test.each([
    [`<!DOCTYPE d [<!ENTITY a "b">]>${camt(entry(''))}`, 'declares a document type'],
    [camt(entry('')).padEnd(11_000_000, ' '), 'larger than 10 MB'],
    ['<Document><BkToCstmrDbtCdtNtfctn/></Document>', 'This is a camt.054'],
    ['day,amount', 'no camt.053'],
    [camt(''), 'no booked entries'],
    [camt(entry('', '1.005')), 'Entry 1 of this file has no amount'],
    [camt(entry('', '1.00', 'BOTH')), 'neither money in nor money out'],
    [camt(entry('').replace('2026-11-20', '2026-11-31')), 'no day of booking'],
  ])('%# that cannot be read is refused in words', (xml, words) => {
    expect(() => readCamt(xml)).toThrow(words)
  })
})

describe('a CSV file of a bank', () => {
  test('is read by its headings, with the decimal comma and the day first', () => {
    const reading = csvReading(
      'Buchungstag;Auftraggeber;IBAN;Verwendungszweck;Betrag\n20.11.2026;Bäckerei;DE02 1203 0000 0000 2020 51;INV-2026-0120;1.118,05\n21.11.2026;Strom;;;-20,00\n;;;Saldo;1.098,05',
    )
    expect(reading).toMatchObject({ separator: ';', dayOrder: 'dmy' })
    const file = readBankCsv(reading)
    expect(file.entries).toMatchObject([
      { booked_on: '2026-11-20', amount: '1118.05', direction: 'in', party_iban: 'DE02120300000000202051' },
      { booked_on: '2026-11-21', amount: '20.00', direction: 'out', party_name: 'Strom' },
    ])
    expect(file.leftOut).toEqual(['Line 4 has no day that can be read.'])
  })

  test('of Chase, with its headings, its running balance and the numbers of checks', () => {
    const reading = csvReading(
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n' +
        'CREDIT,11/05/2026,"ORIG CO NAME:BARTON ACH SO-2026-0001",2447.67,ACH_CREDIT,12447.67,\n' +
        'DEBIT,11/05/2026,"GRIMCO INC",-412.38,DEBIT_CARD,12035.29,\n' +
        'CHECK,11/06/2026,"CHECK",-1250.00,CHECK_PAID,10785.29,1042\n',
      ',',
      'mdy',
    )
    expect(reading.columns).toEqual([null, 'day', 'remittance', 'amount', null, 'balance', 'check'])
    const file = readBankCsv(reading, 'USD')
    expect(file).toMatchObject({ opening: '10000.00', closing: '10785.29' })
    expect(file.entries.map(({ booked_on, remittance }) => [booked_on, remittance])).toEqual([
      ['2026-11-05', 'ORIG CO NAME:BARTON ACH SO-2026-0001'],
      ['2026-11-05', 'GRIMCO INC'],
      ['2026-11-06', 'CHECK, check 1042'],
    ])
    // The row is the same whatever its columns are taken for.
    const other = readBankCsv(
      { ...reading, columns: ['remittance', 'day', null, 'amount', null, 'balance', null] },
      'USD',
    )
    expect(other.entries.map(({ row }) => row)).toEqual(file.entries.map(({ row }) => row))
  })

  test('of Bank of America has a summary above its headings, and of Wells Fargo no headings', () => {
    const america = csvReading(
      'Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"1,000.00"\n\nDate,Description,Amount,Running Bal.\n' +
        '11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"\n11/20/2026,"QT 4021 AUSTIN","-45.00","955.00"\n',
    )
    expect(america.columns).toEqual(['day', 'remittance', 'amount', 'balance'])
    expect(readBankCsv(america, 'USD')).toMatchObject({
      opening: '1000.00',
      closing: '955.00',
      entries: [{ amount: '45.00' }],
    })
    const wells = csvReading('"11/20/2026","-45.00","*","","QT 4021 AUSTIN"\n"11/21/2026","10.00","*","","DEPOSIT"\n')
    expect(wells).toMatchObject({ columns: ['day', 'amount', null, null, 'remittance'], dayOrder: 'mdy' })
    expect(readBankCsv(wells, 'USD').entries.map(({ remittance }) => remittance)).toEqual(['QT 4021 AUSTIN', 'DEPOSIT'])
  })

  test('amounts below zero stand in brackets, or have their sign behind', () => {
    const reading = csvReading(
      'Date,Description,Amount,Balance\n11/20/2026,RENT,"($1,200.00)",(200.00)\n11/21/2026,FEE,12.50-,(212.50)\n11/22/2026,IN,"1,000.00",787.50\n',
      ',',
      'mdy',
    )
    const file = readBankCsv(reading, 'USD')
    expect(file.entries.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['out', '1200.00'],
      ['out', '12.50'],
      ['in', '1000.00'],
    ])
    expect(file).toMatchObject({ opening: '1000.00', closing: '787.50' })
  })

  test('days that do not tell their order are read as the company writes days', () => {
    const text = 'Date,Amount\n11/05/2026,1.00\n'
    expect([csvReading(text).dayOrder, csvReading(text, ',', 'mdy').dayOrder]).toEqual(['dmy', 'mdy'])
  })

  test('may have money in and out apart; what the columns lack is said', () => {
    const reading = csvReading('Date,Paid in,Paid out,Details\n11/20/2026,5.00,,x\n11/21/2026,,6.00,y\n')
    expect(
      readBankCsv(reading).entries.map(({ booked_on, direction, amount }) => [booked_on, direction, amount]),
    ).toEqual([
      ['2026-11-20', 'in', '5.00'],
      ['2026-11-21', 'out', '6.00'],
    ])
    expect(() => readBankCsv({ ...reading, columns: [null, 'credit'] })).toThrow('which column holds the day')
    expect(() => csvReading('Date,Amount')).toThrow('no rows')
  })

  test.each([
    ['the oldest first', ['20.11.2026,10.00,110.00', '21.11.2026,-5.00,105.00', '21.11.2026,1.00,106.00'], '106.00'],
    ['the newest first', ['21.11.2026,1.00,106.00', '21.11.2026,-5.00,105.00', '20.11.2026,10.00,110.00'], '106.00'],
    ['one day, the oldest first', ['21.11.2026,-5.00,-15.00', '21.11.2026,1.00,-14.00'], '-14.00'],
    ['one day, the newest first', ['21.11.2026,1.00,106.00', '21.11.2026,-5.00,105.00'], '106.00'],
    ['one day without an order', ['21.11.2026,1.00,106.00', '21.11.2026,-5.00,300.00'], null],
    ['one entry', ['21.11.2026,1.00,0.00'], '0.00'],
    ['no balance beside the last one', ['20.11.2026,10.00,110.00', '21.11.2026,-5.00,'], null],
  ])('ends with the balance of its last entry: %s', (_, rows, closing) => {
    expect(readBankCsv(csvReading(['Date,Amount,Balance', ...rows].join('\n'))).closing).toBe(closing)
  })

  test.each([
    ['numbers of our papers', 'Reference', ['INV-2026-0020', 'part of INV 2026 0021'], 'remittance'],
    ['one number of our papers', 'Reference', ['INV20260020', 'FT26332A'], 'remittance'],
    ['words', 'Ref.', ['Rent of May', ''], 'remittance'],
    ['the same value twice', 'Reference', ['4711', '4711'], 'remittance'],
    ['ids, each once', 'Reference', ['FT26332A', 'FT26333B'], 'bank_reference'],
    ['the ids of a column that says so', 'Transaction ID', ['a b', 'a b'], 'bank_reference'],
    ['nothing', 'Reference', ['', ''], 'bank_reference'],
  ])(
    'without a column of texts: a reference that holds %s is proposed by its content',
    (_, heading, [one, two], column) => {
      const reading = csvReading(`Date,Amount,${heading}\n20.11.2026,5.00,${one}\n21.11.2026,6.00,${two}\n`)
      expect(reading.columns).toEqual(['day', 'amount', column])
      const read = readBankCsv(reading).entries.map((entry) => entry[column as 'remittance' | 'bank_reference'])
      expect(read).toEqual([one || null, two || null])
    },
  )

  test('an id that comes twice because its row does stays an id', () => {
    const row = '20.11.2026,5.00,FT26332A'
    expect(csvReading(`Date,Amount,Reference\n${row}\n${row}\n`).columns).toEqual(['day', 'amount', 'bank_reference'])
  })

  test('with a column of texts, or an id beside the reference, gives each its own meaning', () => {
    const columns = (heading: string, values: string) =>
      csvReading(`Date,Amount,${heading}\n20.11.2026,5.00,${values}\n`).columns.slice(2)
    expect(columns('Reference,Details', 'INV-2026-0020,Thanks')).toEqual(['bank_reference', 'remittance'])
    expect(columns('Transaction ID,Reference', 'FT26332A,INV-2026-0020')).toEqual(['bank_reference', 'remittance'])
    expect(columns('Payment reference,Reference', 'INV-2026-0020,FT26332A')).toEqual(['remittance', 'bank_reference'])
  })

  test('without a column of balances has no closing balance', () => {
    expect(readBankCsv(csvReading('Date,Amount\n21.11.2026,1.00')).closing).toBeNull()
  })

  const own = 'DE89370400440532013000'
  const party = 'MT84MALT011000012345MTLCAST001S'
  const other = 'DE02120300000000202051'
  test.each(['Account', 'IBAN', 'Their IBAN'])(
    'has our account in each row under %s, and theirs beside it',
    (heading) => {
      const rows = (last: string) => `20.11.2026,Sirocco,5.00,${own}${last}\n21.11.2026,Telecom,-6.00,${own}${last}\n`
      const both = csvReading(
        `Date,Name,Amount,${heading},Counterparty IBAN\n${rows(`,${party}`)}`.replace('Their IBAN', 'Account'),
      )
      expect(both.columns.slice(3)).toEqual(['account_iban', 'party_iban'])
      const file = readBankCsv(csvReading(`Date,Name,Amount,${heading}\n${rows('')}`))
      expect(file).toMatchObject({ account_iban: own, entries: [{ party_iban: null }, { party_iban: null }] })
      // What a browser remembers of the same headings is told apart as well.
      const columns = ['day', 'party_name', 'amount', 'party_iban'] as const
      const known = { ...csvReading(`Date,Name,Amount,${heading}\n${rows('')}`), columns: [...columns] }
      expect(withOwnAccount(known).columns[3]).toBe('account_iban')
    },
  )

  test('of one payer, or with the account of each, holds theirs', () => {
    for (const [name, iban] of [
      ['Sirocco', party],
      ['Telecom', other],
    ])
      expect(
        csvReading(`Date,Name,Amount,IBAN\n20.11.2026,Sirocco,5.00,${party}\n21.11.2026,${name},6.00,${iban}\n`)
          .columns[3],
      ).toBe('party_iban')
  })

  test.each([
    [
      'of Sparkasse',
      `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"${own}";"20.11.26";"21.11.26";"GUTSCHR";"Rechnung 2026-0230";"";"";"E7";"";"";"";"Sirocco";"${party}";"X";"1.463,21";"EUR";"Umsatz gebucht"`,
    ],
    [
      'of DKB',
      `"Girokonto";"${own}"\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"20.11.26";"21.11.26";"Gebucht";"Sirocco";"Sign GmbH";"Rechnung 2026-0230";"Eingang";"${party}";"1.463,21";"";"";"E7"`,
    ],
    [
      'of a Volksbank',
      `Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung
Konto;${own};X;VB;20.11.2026;21.11.2026;Sirocco;${party};X;Gutschrift;Rechnung 2026-0230;1463,21;EUR;1463,21`,
    ],
    [
      'of a French bank',
      `Compte;Date de comptabilisation;Date de valeur;Tiers;Compte contrepartie;Libellé opération;Débit;Crédit
${own};20/11/2026;21/11/2026;Sirocco;${party};Rechnung 2026-0230;;1463,21`,
    ],
    [
      'of Rabobank',
      `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1"
"${own}","EUR","RABONL2U","0001","2026-11-20","2026-11-21","+1463,21","+2000,00","${party}","Sirocco","Rechnung 2026-0230"`,
    ],
    [
      'of ING in the Netherlands',
      `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
"2026-11-20";"Sirocco";"${own}";"${party}";"OV";"Bij";"1463,21";"Overschrijving";"Rechnung 2026-0230"`,
    ],
    [
      'of an Italian bank',
      `Conto;Data contabile;Data valuta;Controparte;IBAN controparte;Dare;Avere;Divisa;Descrizione
${own};20/11/2026;21/11/2026;Sirocco;${party};;1.463,21;EUR;Rechnung 2026-0230`,
    ],
    [
      'of a Spanish bank',
      `Cuenta;Fecha operación;Fecha valor;Ordenante;IBAN ordenante;Concepto;Importe;Divisa
${own};20/11/2026;21/11/2026;Sirocco;${party};Rechnung 2026-0230;1.463,21;EUR`,
    ],
    [
      'of a Polish bank',
      `Data operacji;Data waluty;Kwota;Waluta;Rachunek nadawcy;Nazwa nadawcy;Rachunek odbiorcy;Nazwa odbiorcy;Tytuł
2026-11-20;2026-11-21;+1463,21;EUR;${party};Sirocco;${own};Sign;Rechnung 2026-0230`,
    ],
  ])('%s gives day, value day, payer, account, text and amount by its headings', (_, text) => {
    expect(readBankCsv(csvReading(text)).entries[0]).toMatchObject({
      booked_on: '2026-11-20',
      value_on: /Af Bij/.test(text) ? null : '2026-11-21',
      direction: 'in',
      amount: '1463.21',
      party_name: 'Sirocco',
      party_iban: party,
      remittance: 'Rechnung 2026-0230',
    })
  })

  test('leaves out what is not booked, by the word of the bank', () => {
    const row = (state: string, amount: string) => `20.11.26;${state};Sirocco;${amount}`
    const read = (heading: string, ...rows: string[]) =>
      readBankCsv(csvReading(`Buchungsdatum;${heading};Zahlungspflichtige*r;Betrag (€)\n${rows.join('\n')}`))
    const dkb = read('Status', row('Gebucht', '12,00'), row('Vorgemerkt', '13,00'))
    expect(dkb.entries.map(({ amount }) => amount)).toEqual(['12.00'])
    expect(dkb.leftOut).toEqual(['1 entry is not booked yet.'])
    expect(read('Info', row('Umsatz gebucht', '1,00'), row('Umsatz vorgemerkt', '2,00')).entries).toHaveLength(1)
    expect(() => read('Status', row('Vorgemerkt', '13,00'))).toThrow('No row of this file is booked yet.')
    // A column of texts says nothing about booking.
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'Failed panel'].map((text) => row(text, '1,00'))
    expect(read('Info', ...texts).entries).toHaveLength(7)
  })

  test('names the payee of money out, and the word beside an amount says where it goes', () => {
    const dkb = `Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Betrag (€)\n20.11.26;Sign GmbH;Telecom;-33,00`
    expect(readBankCsv(csvReading(dkb)).entries).toMatchObject([{ direction: 'out', party_name: 'Telecom' }])
    const ing = `Datum;Naam / Omschrijving;Af Bij;Bedrag (EUR)\n2026-11-20;Telecom;Af;33,00\n`
    expect(readBankCsv(csvReading(ing)).entries).toMatchObject([{ direction: 'out', amount: '33.00' }])
  })
})
