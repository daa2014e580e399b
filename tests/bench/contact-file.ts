const first = 'Maria Joseph Anna John Carmen Paul Rita Mario Doris Charles Josephine Anthony Mary Francis Grace David'
const last =
  'Borg Camilleri Vella Farrugia Zammit Galea Micallef Grech Attard Spiteri Azzopardi Mifsud Caruana Muscat Agius Pace ' +
  'Fenech Schembri Abela Sammut Gauci Debono Cassar Bonnici Bugeja Cauchi Xuereb Portelli Ellul Tanti'
const trade =
  'Bakery Foods Motors Pharmacy Marine Yachts Studio Travel Insurance Catering Interiors Electrical Plumbing Construction ' +
  'Estates Jewellers Stationery Books Fashion Shoes Optics Dental Clinic Legal Tech Gaming Logistics Freight Gardens Fitness'
const town =
  'Valletta Sliema Mosta Naxxar Gżira Msida Rabat Balzan Żebbuġ Qormi Marsa Paola Tarxien Żurrieq Birkirkara Swieqi ' +
  'Pembroke Mellieħa Buġibba Victoria Nadur Xagħra Sannat Marsaskala Fgura Żabbar Kalkara Ħamrun Floriana Pietà'
const words = { first: first.split(' '), last: last.split(' '), trade: trade.split(' '), town: town.split(' ') }
const word = (list: keyof typeof words, at: number): string => words[list][at % words[list].length] ?? ''

/** The name of a contact of the file: even ones are people, odd ones businesses; all differ. */
export const nameAt = (index: number): string => {
  const at = Math.floor(index / 2)
  return index % 2 === 0
    ? `${word('first', at)} ${word('last', Math.floor(at / 16))} ${word('last', Math.floor(at / 480) + 7)}${at >= 14_400 ? at : ''}`
    : `${word('last', at)} ${word('trade', Math.floor(at / 30))} ${word('town', Math.floor(at / 900))}`
}

/** Two letters of a name changed places. */
export const misspelt = (name: string): string => name.slice(0, 2) + name.charAt(3) + name.charAt(2) + name.slice(4)

/** A CSV file of so many contacts in the style of other programs: semicolons, a byte order mark, quotes. */
export function contactFile(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const name = nameAt(index)
    const [given = '', ...rest] = name.split(' ')
    const common = `${word('town', index)};Malta`
    return index % 2 === 0
      ? `Person;${given};${rest.join(' ')};;person${index}@people.example;+356 99${100_000 + index};;"${index}, ""Old"" Street";${common}`
      : `Business;;;${name};office${index}@business.example;+356 21${100_000 + index};MT${10_000_000 + index};${index} High Street;${common}`
  })
  const header = 'Type;First name;Last name;Company;E-mail;Phone;VAT number;Address;Town;Country'
  return `\uFEFF${[header, ...lines].join('\r\n')}\r\n`
}
