import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from '@/shared/domain/text/csv'
import { guessColumns, isHeader } from './columns'
import { decodeText } from '@/shared/domain/text/decode-file'
import { importRows, type KindChoice } from './import-rows'
import { cutBy, mappingProblem, sourceOfFile, sourceOfText, tableOf } from './source-file'

const types = [{ id: 'type-client', name: 'Client' }]
const managers = [{ id: 'user-maria', name: 'Maria Vella' }]
const rowsOf = (text: string, kind: KindChoice = 'byRow', mayStop = true) => {
  const source = sourceOfText(text)
  return importRows(tableOf(source).rows, { columns: source.columns, kind, types, managers, mayStop })
}
const factsOf = (text: string, kind?: KindChoice) =>
  rowsOf(text, kind).map(({ kind: found, draft: { name, last_name, company }, contactPerson, problem }) => [
    found,
    [name, last_name, company].join('|') + (contactPerson ? ` < ${contactPerson.name}|${contactPerson.last_name}` : ''),
    problem,
  ])

test('a tax number with a wrong digit is doubted, and its row is imported', () => {
  const rows = rowsOf('Company;VAT number;Country\nA;DE136695976;Germany\nB;DE136695975;Germany\n')
  expect(rows.map(({ problem, doubt }) => [problem, doubt])).toEqual([
    [null, null],
    [null, 'VAT number: The check digits are wrong: a digit of this number of Germany is mistyped'],
  ])
})

describe('a file', () => {
  const text = 'Name;Town\nĠorġ;Żebbuġ\n'
  test.each([
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`), text, 'UTF-8'],
    ['UTF-8 without', new TextEncoder().encode(text), text, 'UTF-8'],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')), text, 'UTF-16'],
    ['Windows-1252', new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80]), 'Zoë €', 'Windows-1252'],
  ])('of %s is read', (_, bytes, expected, encoding) => {
    expect(decodeText(bytes)).toEqual({ text: expected, encoding })
  })

  test.each([
    ['an empty file', [], 'This file is empty'],
    ['a damaged spreadsheet', [0x50, 0x4b, 3, 4], 'This spreadsheet is damaged. Please save it again as .xlsx.'],
    [
      'an old spreadsheet',
      [0xd0, 0xcf, 0x11, 0xe0],
      'This is a spreadsheet of the old kind (.xls). In your program choose “Save as” and .xlsx or CSV.',
    ],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0], 'This is not a text file'],
  ])('that is %s is refused in words', async (_, bytes, words) => {
    await expect(sourceOfFile(new File([new Uint8Array(bytes)], 'x.csv'))).rejects.toThrow(words)
  })
})

describe('columns', () => {
  test.each([
    [
      'our own export',
      'Kind,First name,Last name,Company,E-mail,On stop',
      ['kind', 'name', 'last_name', 'company', 'email', 'on_stop'],
    ],
    [
      'Google',
      'Given Name,Family Name,E-mail 1 - Value,Organization 1 - Name',
      ['name', 'last_name', 'email', 'company'],
    ],
    ['Outlook', 'First Name,Last Name,Business Phone,Mobile Phone', ['name', 'last_name', 'phone', 'mobile']],
    ['another language', 'Cognome,Azienda,Città,Partita IVA', ['last_name', 'company', 'city', 'vat_number']],
    ['one heading twice', 'Email,E-mail', ['email', null]],
  ])('of %s are recognised', (_, header, expected) => {
    expect(guessColumns(header.split(','))).toEqual(expected)
  })

  test('without headings are not taken for headings', () => {
    expect(isHeader(['Ann', 'ann@example.com'])).toBe(false)
    expect(tableOf(sourceOfText('Ann,ann@example.com')).header).toEqual(['Column 1', 'Column 2'])
  })

  test('are guessed anew when the file is cut in another way', () => {
    expect(cutBy(sourceOfText('First name,Last name;E-mail\nAnn,Borg;a@b.example'), ';').columns).toEqual([
      null,
      'email',
    ])
  })

  test('need a name, and each meaning once', () => {
    expect(mappingProblem(['email'])).toBe('Please say which column holds the name')
    expect(mappingProblem(['name', 'name'])).toBe('Two columns are given the same meaning')
    expect(mappingProblem(['full_name', null])).toBe(null)
  })
})

describe('a row', () => {
  test.each<[string, KindChoice | undefined, unknown]>([
    ['First name,Company\nAnn,Bakery', undefined, ['Business', '||Bakery < Ann|', null]],
    ['First name,Company\nAnn,Bakery', 'Person', ['Person', 'Ann||Bakery', null]],
    ['Type,First name,Company\nperson,Ann,Bakery', undefined, ['Person', 'Ann||Bakery', null]],
    ['First name,Company\nAnn,', undefined, ['Person', 'Ann||', null]],
    ['First name,Last name,Company\nMary Ann,Borg,Bakery', undefined, ['Business', '||Bakery < Mary Ann|Borg', null]],
    ['Surname,Company\nBorg,Bakery', undefined, ['Business', '||Bakery < Borg|', null]],
    ['Name,Company\nBakery Ltd,Bakery Ltd.', undefined, ['Business', '||Bakery Ltd.', null]],
    ['First name,Company\n,Bakery', undefined, ['Business', '||Bakery', null]],
    ['Name,Company\nAnn Borg Vella,Bakery', undefined, ['Business', '||Bakery < Ann|Borg Vella', null]],
    ['Name,E-mail\nAnn Borg,', 'Business', ['Business', '||Ann Borg', null]],
    ['First name,Company\nAnn,Bakery', 'Business', ['Business', '||Bakery < Ann|', null]],
    ['Type,Name\ncompany,Bakery', 'Person', ['Business', '||Bakery', null]],
    ['Surname,E-mail\nBorg,', undefined, ['Person', 'Borg||', null]],
    ['Type,Name\ncactus,Bakery', undefined, ['Business', '||Bakery', 'Person or business: “cactus” is neither']],
  ])('%j is who it says', (text, kind, expected) => {
    expect(factsOf(text, kind)).toEqual([expected])
  })

  test('brings type and account manager by name, terms in words, VAT number plain, and what an export escaped', () => {
    const [row] = rowsOf(
      "Company,Contact type,Account manager,Terms,VAT,Phone,Notes\nBakery,client,maria vella,30 days,mt 1234-5678,'+356 (21) 22,'=sum",
    )
    expect(row).toMatchObject({
      kind: 'Business',
      problem: null,
      note: '=sum',
      draft: {
        contact_type_id: 'type-client',
        account_manager_id: 'user-maria',
        payment_terms_days: '30',
        vat_number: 'MT12345678',
        phone: '+356 (21) 22',
      },
    })
  })

  test('tells everything that is wrong with it, as the form would', () => {
    const [row] = rowsOf('First name,E-mail,Contact type,Account manager,Phone\n,ann@,Friend,Nobody,12\n')
    expect(row?.problem).toBe(
      'Contact type: there is none called “Friend”; Account manager: nobody here is called “Nobody”; ' +
        'First name: Please enter the first name; Phone: A number has at least 3 digits',
    )
  })

  test.each([
    [
      'Firma;Straße;PLZ;Ort;Land;USt-IdNr.;Zahlungsziel',
      'company address_line postcode city country vat_number payment_terms_days',
    ],
    ['Art;Vorname;Nachname;Telefonnummer;Mobil', 'kind name last_name phone mobile'],
    [
      'Raison sociale;Rue;Code postal;Ville;Pays;N° TVA;Délai de paiement',
      'company address_line postcode city country vat_number payment_terms_days',
    ],
    [
      'Ragione sociale;Via;CAP;Città;Provincia;Paese;P. IVA',
      'company address_line postcode city state country vat_number',
    ],
    ['Razón social;Dirección;Código postal;Ciudad;País;CIF', 'company address_line postcode city country vat_number'],
    ['Empresa;Morada;Código postal;Cidade;País;Contribuinte', 'company address_line postcode city country vat_number'],
    ['Bedrijfsnaam;Straat;Postcode;Plaats;Land;Btw-nummer', 'company address_line postcode city country vat_number'],
    ['Nazwa firmy;Ulica;Kod pocztowy;Miasto;Kraj;NIP', 'company address_line postcode city country vat_number'],
    [
      'Kumpanija;Triq;Kodiċi postali;Belt;Pajjiż;Numru tal-VAT',
      'company address_line postcode city country vat_number',
    ],
  ])('the headings %s are known', (heading, fields) => {
    expect(
      guessColumns(heading.split(';'))
        .map((field) => field ?? '-')
        .join(' '),
    ).toBe(fields)
  })

  test('with an unknown country is imported without it, and the note keeps what stood there', () => {
    const [row, other] = rowsOf('First name,Country\nAnn,Narnia\nBen,Deutschland\n')
    expect(row).toMatchObject({ problem: null, draft: { country: '' }, note: 'Country in the file: Narnia' })
    expect(row?.unread).toBe('Country: “Narnia” is not known, and is left out')
    expect(other).toMatchObject({ draft: { country: 'Deutschland' }, unread: null })
  })

  test('with a wrong email is imported without it, and the note keeps what stood there', () => {
    const [row] = rowsOf('First name,E-mail,Note\nAnn,ann@,Pays late\n')
    expect(row).toMatchObject({ problem: null, draft: { email: '' }, note: 'Pays late\nEmail in the file: ann@' })
    expect(row?.unread).toBe('Email cannot be read: ann@')
  })

  test('with more cells than the first row is told', () => {
    expect(rowsOf('First name,Town\nAnn,Mosta,oops')[0]?.problem).toBe('This row has 3 columns, the first has 2')
  })

  test('keeps its line of the file', () => {
    expect(readCsv('Name\n\nAnn').rows.at(-1)?.line).toBe(3)
    expect(rowsOf('First name,Town\n\nAnn,Mosta')[0]?.line).toBe(3)
  })
})

test('rows of blanks are no contacts', () => {
  expect(factsOf('First name;Town\n ; \nAnn;Mosta\n\u00a0;\n;;\n')).toEqual([['Person', 'Ann||', null]])
})

describe('the flag “On stop”', () => {
  const flags = (text: string, mayStop?: boolean) =>
    rowsOf(text, 'byRow', mayStop).map(({ onStop, problem }) => [onStop, problem])

  test.each(['yes', 'Y', 'TRUE', '1', 'x', 'On hold', 'Sì'])('%s puts a contact on stop', (said) => {
    expect(flags(`First name,On stop\nAnn,${said}`)).toEqual([[true, null]])
  })
  test.each(['', 'no', 'FALSE', '0', 'active'])('%j does not', (said) => {
    expect(flags(`First name,On stop\nAnn,${said}`)).toEqual([[false, null]])
  })
  test('is asked about when it says neither', () => {
    expect(flags('First name,On stop\nAnn,perhaps')).toEqual([[false, 'On stop: “perhaps” is neither yes nor no']])
  })
  test('is refused to those who may not change contacts', () => {
    expect(flags('First name,On stop\nAnn,yes', false)).toEqual([[true, 'On stop: you may not put contacts on stop']])
  })
})

describe('no word of a name is dropped', () => {
  test('two first names beside a surname, and a surname of two words', () => {
    expect(factsOf('Name,Surname\nMary Ann,Smith\nJean Claude,Van Damme\nMary Ann Smith,Smith\n')).toEqual([
      ['Person', 'Mary Ann|Smith|', null],
      ['Person', 'Jean Claude|Van Damme|', null],
      ['Person', 'Mary Ann|Smith|', null],
    ])
  })

  test('a cell that fits no field goes into the note', () => {
    const [row] = rowsOf('Company,Contact,First name,Last name\nBakery Ltd,Jean Claude Van Damme,Jean,Camilleri\n')
    expect(row?.note).toBe('Whole name: Jean Claude Van Damme')
  })

  const word = fc.constantFrom('Mary', 'Ann', 'Smith', 'Van', 'Damme', 'Ltd')
  const cell = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
  test('whatever the columns hold, and whatever the row is taken for', () => {
    fc.assert(
      fc.property(
        fc.tuple(cell, cell, cell, cell),
        fc.constantFrom<KindChoice>('byRow', 'Person', 'Business'),
        (cells, kind) => {
          const [row] = rowsOf(`Name,First name,Surname,Company,E-mail\n${cells.join(',')},x@y.example\n`, kind)
          const { draft, contactPerson, note } = row ?? {}
          const kept = [
            draft?.name,
            draft?.last_name,
            draft?.company,
            note,
            ...Object.values(contactPerson ?? {}),
          ].join(' ')
          for (const said of cells.join(' ').split(' ')) expect(kept).toContain(said)
        },
      ),
    )
  })
})

test('a column of contact persons gives a business its person; beside nothing else it is the name itself', () => {
  const rows = rowsOf(
    'Company,Contact person,Email\nSunset Ltd,Maria Borg,info@sunset.example\n,Karl Vella,karl@x.example\nQuiet Ltd,,\n',
  )
  expect(
    rows.map(({ kind, draft, contactPerson, problem }) => [kind, draft.company, draft.name, contactPerson, problem]),
  ).toEqual([
    ['Business', 'Sunset Ltd', '', { name: 'Maria', last_name: 'Borg' }, null],
    ['Person', '', 'Karl', null, null],
    ['Business', 'Quiet Ltd', '', null, null],
  ])
})
