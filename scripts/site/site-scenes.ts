/** Scenes of the demo company's work, 1600 × 1000: a shopfront at dusk, a van, the workshop, a wall before and after, glass, a plaque. */
const wide = 1600
const high = 1000

/** Numbers that look thrown, the same on every run. */
const thrown = (seed: number) => {
  let at = seed
  return () => (at = (at * 16807) % 2147483647) / 2147483647
}

/** Courses of limestone blocks between two heights. */
function stones(seed: number, top: number, bottom: number, light: number): string {
  const next = thrown(seed)
  const blocks: string[] = []
  for (let y = top, course = 0; y < bottom; y += 62, course++)
    for (let x = course % 2 === 0 ? 0 : -90; x < wide; x += 180) {
      const shade = Math.round(light + next() * 9 - 4)
      blocks.push(
        `<rect x="${x + 2}" y="${y + 2}" width="176" height="58" rx="3" fill="hsl(38 ${28 + Math.round(next() * 8)}% ${shade}%)"/>`,
      )
    }
  return `<g><rect y="${top}" width="${wide}" height="${bottom - top}" fill="hsl(36 20% ${light - 14}%)"/>${blocks.join('')}</g>`
}

const sky = (id: string, above: string, below: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>`
const glow = (deviation: number) =>
  `<filter id="glow${deviation}" x="-40%" y="-80%" width="180%" height="260%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`
const text = (x: number, y: number, size: number, words: string, more: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" font-family="Inter Variable, Inter, Arial, sans-serif" ${more}>${words}</text>`
const scene = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">${inside}</svg>`

const loaves = Array.from({ length: 9 }, (_, n) => {
  const x = 452 + n * 88
  return `<ellipse cx="${x}" cy="${n % 3 === 1 ? 690 : 700}" rx="38" ry="22" fill="hsl(30 58% ${44 + (n % 4) * 4}%)"/><path d="M${x - 20} 690l14 12m6-16l14 12" stroke="#f0d3a0" stroke-width="4"/>`
}).join('')

const shopfront = scene(`<defs>${sky('dusk', '#16233f', '#c9785a')}${glow(9)}${glow(40)}
  <linearGradient id="warm" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#ffe2a6"/><stop offset="1" stop-color="#e39a3f"/></linearGradient></defs>
  <rect width="${wide}" height="${high}" fill="url(#dusk)"/>${stones(7, 120, 860, 40)}
  <rect x="250" y="190" width="1100" height="180" fill="#10151c"/><path d="M250 370h1100l30 26H220Z" fill="#080b0f"/>
  <rect x="250" y="180" width="1100" height="220" fill="#ffcf7a" opacity=".16" filter="url(#glow40)"/>
  ${text(800, 318, 118, 'BORG BAKERY', 'font-weight="800" letter-spacing="8" fill="#ffd98c" filter="url(#glow9)"')}
  ${text(800, 318, 118, 'BORG BAKERY', 'font-weight="800" letter-spacing="8" fill="#fff6df"')}
  <rect x="300" y="420" width="700" height="440" fill="#1b1310"/><rect x="318" y="438" width="664" height="400" fill="url(#warm)"/>
  <path d="M318 560h664M540 438v400M760 438v400" stroke="#3a2417" stroke-width="10"/><rect x="318" y="712" width="664" height="20" fill="#5b351c"/>${loaves}
  <rect x="1060" y="420" width="250" height="440" fill="#1d3b3a"/><rect x="1092" y="452" width="186" height="220" fill="url(#warm)"/><circle cx="1282" cy="690" r="11" fill="#e9c46a"/>
  ${text(1185, 580, 34, 'OPEN', 'font-weight="700" fill="#5b2a12"')}
  <rect y="860" width="${wide}" height="140" fill="#2b2a2e"/><ellipse cx="650" cy="905" rx="460" ry="46" fill="#ffb24d" opacity=".28" filter="url(#glow40)"/>
  <path d="M0 862h${wide}" stroke="#4a484d" stroke-width="6"/>`)

const wheel = (x: number) =>
  `<circle cx="${x}" cy="760" r="88" fill="#16181b"/><circle cx="${x}" cy="760" r="50" fill="#aeb6bd"/><circle cx="${x}" cy="760" r="16" fill="#555d64"/>`
const van =
  scene(`<defs>${sky('day', '#8ec5ea', '#e9f3f8')}<linearGradient id="side" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fdfdfb"/><stop offset="1" stop-color="#d9dee2"/></linearGradient></defs>
  <rect width="${wide}" height="${high}" fill="url(#day)"/>${stones(21, 240, 720, 74)}
  ${[120, 420, 1080, 1380].map((x) => `<rect x="${x}" y="300" width="130" height="220" fill="#2f6f62"/><path d="M${x + 65} 300v220M${x} 410h130" stroke="#1f4d44" stroke-width="6"/>`).join('')}
  <rect y="720" width="${wide}" height="280" fill="#6f7276"/><path d="M0 900h${wide}" stroke="#d9d9d2" stroke-width="10" stroke-dasharray="120 90"/>
  <ellipse cx="800" cy="848" rx="640" ry="26" fill="#000" opacity=".35"/>
  <path d="M190 760V330q0-50 50-50h780q60 0 96 50l150 190q150 20 160 90v150Z" fill="url(#side)"/>
  <path d="M1030 320h50q20 0 34 20l120 170h-204Z" fill="#20303a"/><path d="M190 640h1236v70H190Z" fill="#0b6e99"/><path d="M190 712h1236v22H190Z" fill="#ffdd00"/>
  <path d="M1000 290v460M600 290v460" stroke="#b7bec4" stroke-width="4"/><rect x="930" y="560" width="52" height="14" rx="7" fill="#8a949c"/>
  ${text(590, 430, 104, 'ZAMMIT', 'font-weight="800" letter-spacing="-2" fill="#0b3c58"')}${text(590, 500, 52, 'Plumbing &amp; heating', 'font-weight="600" fill="#0b6e99"')}
  ${text(590, 606, 92, '5550 0142', 'font-weight="800" fill="#14191e"')}${wheel(430)}${wheel(1190)}<rect x="1396" y="600" width="34" height="46" rx="8" fill="#ffe9a8"/>`)

const nested = 'SIGNS'
  .split('')
  .map((letter, n) =>
    text(420 + n * 190, 830, 200, letter, 'font-weight="800" fill="#e9edf0" stroke="#7a858e" stroke-width="3"'),
  )
  .join('')
const workshop =
  scene(`<defs>${sky('hall', '#d9dee1', '#aeb7bd')}</defs><rect width="${wide}" height="${high}" fill="url(#hall)"/>
  ${[100, 500, 900, 1300].map((x) => `<rect x="${x}" y="40" width="220" height="150" fill="#f7fbff"/><path d="M${x + 110} 40v150M${x} 115h220" stroke="#8d979e" stroke-width="8"/>`).join('')}
  <path d="M0 230h${wide}" stroke="#8d979e" stroke-width="14"/><g>${['#00aeef', '#ec008c', '#ffdd00', '#14191e', '#c64b2d', '#3c8f5a'].map((colour, n) => `<rect x="${60 + n * 64}" y="270" width="50" height="${190 + (n % 3) * 26}" rx="6" fill="${colour}"/><ellipse cx="${85 + n * 64}" cy="270" rx="25" ry="9" fill="#fff" opacity=".6"/>`).join('')}</g>
  <path d="M0 1000l190-470h1220l190 470Z" fill="#5a636b"/><path d="M240 560h1120l120 330H120Z" fill="#c9d1d6"/>${nested}
  <path d="M150 520h1300v74H150Z" fill="#2b3238"/><path d="M160 534h1280" stroke="#4cc9f5" stroke-width="6"/><rect x="930" y="470" width="150" height="190" rx="10" fill="#0b6e99"/><path d="M1005 660v40" stroke="#14191e" stroke-width="12"/><circle cx="1005" cy="706" r="9" fill="#ffdd00"/>
  ${text(1005, 560, 40, '3 × 2', 'font-weight="700" fill="#fff"')}`)

const wall = (fascia: string, light: number) =>
  scene(`<defs>${sky('noon', '#a9cfe6', '#eef5f8')}${glow(16)}</defs><rect width="${wide}" height="${high}" fill="url(#noon)"/>${stones(33, 90, 880, light)}
  <rect x="420" y="470" width="300" height="410" fill="#5a3d2b"/><rect x="446" y="496" width="248" height="190" fill="#243540"/><rect x="820" y="490" width="420" height="250" fill="#243540"/><path d="M1030 490v250" stroke="#8d979e" stroke-width="10"/>
  <rect y="880" width="${wide}" height="120" fill="#8f8b84"/>${fascia}`)
const before = wall(
  `<g transform="rotate(-1.2 800 300)"><rect x="330" y="220" width="960" height="170" fill="#b9b39c"/><path d="M330 220h960v170H330Z" fill="none" stroke="#7c6a4d" stroke-width="12"/>${text(810, 336, 96, 'Harbour Chandlry', 'font-weight="500" fill="#8b7f63" opacity=".75"')}<path d="M420 390l20 60M1180 390l-10 40" stroke="#7c5a3a" stroke-width="5" opacity=".6"/></g>`,
  66,
)
const after = wall(
  `${text(810, 350, 128, 'Harbour Chandlery', 'font-weight="750" letter-spacing="-3" fill="#fff" opacity=".95" filter="url(#glow16)" stroke="#fff" stroke-width="22"')}${text(810, 350, 128, 'Harbour Chandlery', 'font-weight="750" letter-spacing="-3" fill="#123047"')}<rect x="446" y="590" width="248" height="14" fill="#fff" opacity=".8"/><rect x="820" y="640" width="420" height="14" fill="#fff" opacity=".8"/>`,
  70,
)

const glass =
  scene(`<defs>${sky('room', '#dfe9ec', '#b9cbd0')}</defs><rect width="${wide}" height="${high}" fill="url(#room)"/>
  <path d="M0 780h${wide}v220H0Z" fill="#b08d6a"/><rect x="480" y="600" width="640" height="30" rx="6" fill="#4b3a2c"/><path d="M540 630v170M1060 630v170" stroke="#4b3a2c" stroke-width="16"/>
  ${[440, 700, 900, 1150].map((x) => `<path d="M${x} 560q-50 0-50 60v170h100V620q0-60-50-60Z" fill="#33474f"/>`).join('')}<circle cx="800" cy="200" r="90" fill="#fff7dd"/><path d="M800 0v120" stroke="#333" stroke-width="6"/>
  <rect x="0" y="430" width="${wide}" height="240" fill="#f5fafb" opacity=".82"/>${[0, 1, 2, 3, 4].map((n) => `<rect y="${690 + n * 34}" width="${wide}" height="${18 - n * 3}" fill="#f5fafb" opacity=".7"/>`).join('')}
  ${text(800, 590, 120, 'Studio Attard', 'font-weight="700" letter-spacing="-3" fill="#6e8b93"')}<path d="M530 0v${high}M1070 0v${high}" stroke="#20303a" stroke-width="18"/><path d="M0 0h${wide}v${high}H0Z" fill="none" stroke="#20303a" stroke-width="36"/>`)

const plaque =
  scene(`<defs><linearGradient id="paint" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#e8e2d6"/><stop offset="1" stop-color="#c9c0af"/></linearGradient>${glow(16)}</defs><rect width="${wide}" height="${high}" fill="url(#paint)"/>
  <rect x="420" y="250" width="780" height="500" rx="6" fill="#000" opacity=".35" filter="url(#glow16)"/><rect x="400" y="220" width="780" height="500" rx="6" fill="#f7fbfc" opacity=".92"/><path d="M400 220l300 500H400Z" fill="#fff" opacity=".5"/>
  ${[
    [450, 270],
    [1130, 270],
    [450, 670],
    [1130, 670],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="20" fill="#9aa3a9"/><circle cx="${(x ?? 0) - 5}" cy="${(y ?? 0) - 5}" r="9" fill="#e4e9ec"/>`,
    )
    .join('')}
  ${text(790, 460, 96, 'Camilleri Dental', 'font-weight="700" letter-spacing="-2" fill="#0b3c58"')}${text(790, 540, 42, 'First floor · ring twice', 'font-weight="450" fill="#5f6c78"')}<path d="M600 590h380" stroke="#0b6e99" stroke-width="8"/>`)

export const scenes: Readonly<Record<string, string>> = { shopfront, van, workshop, before, after, glass, plaque }
