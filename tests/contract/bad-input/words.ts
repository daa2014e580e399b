import fc from 'fast-check'

const zalgo = `e${'\u0301'.repeat(100)}`
const family = '👩\u200d👩\u200d👧\u200d👦'

/** Difficult texts that people paste and programs send, by purpose. */
export const nastyWords: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: '   ',
  'a no-break space': '\u00a0',
  'a tab and a line break': '\t\n',
  'a zero-width space': '\u200b',
  'a byte-order mark': '\ufeff',
  'only a joiner': '\u200d',
  'only NUL': '\u0000',
  'only half a character': '\ud800',
  'one letter': 'x',
  '255 letters': 'x'.repeat(255),
  '500 letters': 'é'.repeat(500),
  '501 letters': 'x'.repeat(501),
  '500 letters between spaces': `  ${'x'.repeat(500)}  `,
  '500 characters of two units': '😀'.repeat(500),
  '501 characters of two units': '😀'.repeat(501),
  'ten thousand letters': 'x'.repeat(10_000),
  'NUL inside': 'shop\u0000front',
  'half a character inside': 'shop\udc00front',
  'a family of four': family,
  flags: '🇲🇹🇬🇧🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'a hundred accents on one letter': zalgo,
  'composed letters': 'Żebbuġ café',
  'decomposed letters': 'Żebbuġ café'.normalize('NFD'),
  'a word that turns around': 'gpj\u202egnp.exe',
  'right to left': 'שלום مرحبا',
  'Turkish letters': 'İıIi',
  'sharp s': 'Straße STRASSE ẞ',
  Chinese: '看板を三枚',
  'the end of an SQL string': `'"; drop table tasks; --`,
  'a filter of PostgREST': '%_\\*(),.:id.eq.1,or(title.neq.x)',
  'a script': '<script>alert(1)</script>',
  'a picture with a handler': '<img src=x onerror=alert(1)>',
  'a broken tag': '<p <b></p',
  'an entity': '&lt;b&gt; &amp;amp; &#0; &bogus;',
  'a template': '{{7*7}} ${7*7} <%= 7*7 %>',
  'a formula of a spreadsheet': `=cmd|' /C calc'!A0`,
  'a path upwards': '../../etc/passwd',
  'an escaped NUL': '%00%2e%2e%2f',
  'a name of every object': '__proto__',
  'a constructor': 'constructor',
  'JSON in a string': '{"title":"x","created_by":null}',
  'a number': '1e309',
  'not a number': 'NaN',
  'the word null': 'null',
  'a long address': `https://example.com/${'a'.repeat(2000)}`,
  'an address of e-mail': 'petra@example.com',
  'only an at-sign': '@',
  'two at-signs': '@@petra',
  'a mention': 'ask @Petra',
  'a mention in capitals, by full name': '@PETRA ĠILJU',
  'a mention of nobody': '@Nobody Knows',
  'a checklist that nobody wrote': '<ul data-list="todo"><li data-list="checked" data-id="a">a</li>',
  'a control character': 'shop\u0007\u001b[31mfront',
  'a line separator': 'shop\u2028front\u2029',
}

const samples = Object.values(nastyWords)
const anyNasty = fc.constantFrom(...samples)
const halfCharacter = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))

/** Text of every kind: the difficult ones, mixtures of them, and random Unicode. */
export const anyWords: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: anyNasty },
  { weight: 2, arbitrary: fc.tuple(anyNasty, fc.string({ unit: 'grapheme', maxLength: 20 }), anyNasty).map(joined) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 600 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(halfCharacter, anyNasty), { maxLength: 4 }).map(joined) },
)

function joined(parts: readonly string[]): string {
  return parts.join('').slice(0, 20_000)
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** A value of any type in place of the expected one. `undefined` omits it. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyWords },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[null, undefined, true, false, 0, -1, -0, 1e308, 2 ** 53, 0.1, [], {}, [null], [[]], nested(1000)],
      ...['1e3', '{}', '{a,b}', '[]', 'true', '12345678901234567890123456789', 'infinity', 'now'],
    ),
  },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
