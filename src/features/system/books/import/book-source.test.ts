// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { tableOf } from '@/kit/import/table-source'
import { bookRows, inPortions, sentRows } from './book-rows'
import { sourceOf } from './book-source'
import type { BookKindName } from './fields'

const read = (kind: BookKindName, text: string) =>
  sourceOf('me', kind, { name: 'x.csv', encoding: 'UTF-8', sheets: [{ name: '', text }] })

test.each([
  [
    'invoice',
    'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue',
    'party number issued due gross vat paid open',
  ],
  ['invoice', 'ID,Customer,Production Due Date,Outstanding,Status', 'number party - open -'],
  [
    'invoice',
    'Issue Date,Client name,Description,Total gross amount,Invoice number,VAT rate,VAT amount',
    'issued party title gross number tax vat',
  ],
  ['invoice', 'date,number,net_amount,tax_1_amount,tax_1_rate,total_amount', 'issued number net vat tax gross'],
  ['invoice', 'Rechnungsnummer;Datum;Fälligkeit;Kunde;Netto;Brutto;Offen', 'number issued due party net gross open'],
  ['bill', 'Vendor,Bill No,Bill Date,Due Date,Amount,Open Balance', 'party number issued due gross open'],
  [
    'supplier',
    'ContactName,EmailAddress,POAddressLine1,POCity,POPostalCode,POCountry',
    'company email address_line city postcode country',
  ],
  ['material', 'ItemCode,ItemName,Quantity On Hand,Cost', 'sku name qty cost_price'],
  [
    'material',
    'Artikelnr.;Bezeichnung;Art;Breite;Länge;Stärke;Einheit;Bestand;EK;VK;Lieferant;Lagerort;Mindestbestand;USt-Satz',
    'sku name form width_mm length_mm thickness_mm qty_unit qty cost_price sell_price supplier bin min_qty tax',
  ],
  [
    'service',
    'Leistung;Warengruppe;Einheit;Einzelpreis;USt-Satz;Beschreibung',
    'name category unit base_price tax summary',
  ],
  [
    'supplier',
    'Firma;E-Mail-Adresse;Straße;PLZ;Ort;Land;USt-IdNr.;Zahlungsziel',
    'company email address_line postcode city country vat_number payment_terms_days',
  ],
  [
    'invoice',
    'Rechnungsnr.;Rechnungsdatum;Fällig am;Kunde;Netto;USt;Brutto;USt-Satz;Offener Betrag',
    'number issued due party net vat gross tax open',
  ],
  [
    'invoice',
    'N° facture;Date facture;Échéance;Client;Total HT;TVA;Total TTC;Reste à payer',
    'number issued due party net vat gross open',
  ],
  [
    'invoice',
    'Numero fattura;Data fattura;Scadenza;Cliente;Imponibile;Imposta;Totale;Residuo',
    'number issued due party net vat gross open',
  ],
  [
    'invoice',
    'Nº factura;Fecha;Vencimiento;Cliente;Base imponible;Cuota de IVA;Total;Pendiente',
    'number issued due party net vat gross open',
  ],
  [
    'invoice',
    'N.º fatura;Data de emissão;Data de vencimento;Cliente;Valor sem IVA;Valor do IVA;Total;Em aberto',
    'number issued due party net vat gross open',
  ],
  [
    'invoice',
    'Factuurnummer;Factuurdatum;Vervaldatum;Klant;Excl. btw;Btw;Incl. btw;Openstaand',
    'number issued due party net vat gross open',
  ],
  [
    'invoice',
    'Nr faktury;Data wystawienia;Termin płatności;Kontrahent;Wartość netto;Kwota VAT;Wartość brutto;Do zapłaty',
    'number issued due party net vat gross open',
  ],
  ['invoice', 'Numru;Data;Data tal-għluq;Klijent;Nett;Totali;Bilanċ', 'number issued due party net gross open'],
] as const)('the headings of a list of the kind %s are known: %s', (kind, heading, columns) => {
  expect(
    read(kind, `${heading}\n`)
      .columns.map((name) => name ?? '-')
      .join(' '),
  ).toBe(columns)
})

test('how days and numbers are written is recognised, and the rate of the rest is given to papers without any', () => {
  const text = 'Number;Date;Client;Total;VAT rate\nA-1;31.12.2025;Alpha;1.118,00;\nA-2;01.12.2025;Beta;7,5;7\n'
  const source = { ...read('invoice', text), taxOfRest: '19' }
  expect([source.separator, source.decimals, source.days]).toEqual([';', 'comma', 'dmy'])
  const rows = bookRows(tableOf(source).rows, source)
  expect(rows.map(({ values }) => values)).toEqual([
    { number: 'A-1', issued: '2025-12-31', party: 'Alpha', gross: '1118.00', tax: '19' },
    { number: 'A-2', issued: '2025-12-01', party: 'Beta', gross: '7.50', tax: '7' },
  ])
})

test('an unknown country and a wrong email cost the cell, not the supplier', () => {
  const source = read('supplier', 'Name,Country,Email\nAlpha,Deutschland,a@alpha.example\nBeta,Narnia,nobody\n')
  const rows = bookRows(tableOf(source).rows, source)
  expect(rows.map(({ values, problem, note }) => ({ values, problem, note }))).toEqual([
    { values: { company: 'Alpha', country: 'Deutschland', email: 'a@alpha.example' }, problem: null, note: null },
    {
      values: { company: 'Beta', note: 'Country in the file: Narnia\nEmail in the file: nobody' },
      problem: null,
      note: 'Country: “Narnia” is not known, and is left out; Email: “nobody” cannot be read, and is left out',
    },
  ])
})

test('rows of one number are sent together, however the file orders them', () => {
  const rows = Array.from({ length: 2001 }, (_, n) => ({
    ...{ line: n + 2, cells: [], problem: null, note: null },
    values: { number: n === 2000 ? 'n-0001' : `N-${String(n).padStart(4, '0')}` },
  }))
  const portions = inPortions(sentRows(rows), true)
  expect(portions.map((portion) => portion.length)).toEqual([1000, 1000, 1])
  expect(
    portions[0]?.filter(({ number }) => String(number).toLowerCase() === 'n-0001').map(({ line }) => line),
  ).toEqual([3, 2002])
})
