import classes from './art.module.css'
import { Halftone, Measure, Sheet } from './sheet'

const eyelets = (x: number, y: number, count: number, gap: number) =>
  Array.from({ length: count }, (_, index) => (
    <circle key={index} className={classes.thin} cx={x + index * gap} cy={y} r="2.4" />
  ))

const Banner = () => (
  <Sheet tone="c">
    <path className={classes.body} d="M40 62Q160 76 280 62V172Q160 186 40 172Z" />
    <path className={classes.fold} d="M48 70Q160 83 272 70M48 165Q160 178 272 165" />
    <Halftone x={62} y={88} columns={14} rows={9} most={3.2} />
    <text className={classes.letter} x="172" y="138" fontSize="34">
      SALE
    </text>
    {eyelets(46, 66, 1, 1)}
    {eyelets(100, 71, 3, 60)}
    {eyelets(274, 66, 1, 1)}
    {eyelets(46, 168, 1, 1)}
    {eyelets(274, 168, 1, 1)}
    <path className={classes.line} d="M44 63 22 44M276 63l22-19M44 171l-22 19M276 171l22 19" />
    <Measure x={40} y={208} width={240} label="3000 mm" />
  </Sheet>
)

const Board = () => (
  <Sheet tone="y">
    <path className={classes.shade} d="m82 56 150-10 8 6v128l-150 12-8-6Z" />
    <path className={classes.body} d="m82 56 150-10v128L82 186Z" />
    <path className={classes.line} d="m232 46 8 6v128l-8-6" />
    <circle className={classes.tint} cx="132" cy="104" r="26" />
    <path className={classes.ink} d="M168 92l48-4v8l-48 4ZM168 108l40-3v6l-40 3ZM104 148l104-8v7l-104 8Z" />
    <path className={classes.cut} d="m74 48 166-11v147L74 196Z" />
    <Measure x={82} y={214} width={150} label="5 mm PVC foam" />
  </Sheet>
)

const Panel = () => (
  <Sheet tone="k">
    <path className={classes.body} d="M52 56h216v120H52Z" />
    <path className={classes.shade} d="M52 150h216v26H52Z" />
    <text className={classes.letter} x="72" y="118" fontSize="30">
      Harbour
    </text>
    <text className={classes.letter} x="72" y="140" fontSize="14">
      Chandlery, since 1962
    </text>
    <circle className={classes.tint} cx="232" cy="92" r="16" />
    <path className={classes.thin} d="M62 66h4M64 64v4M254 66h4M256 64v4M62 166h4M64 164v4M254 166h4M256 164v4" />
    <path className={classes.body} d="M52 196h216v3H52zM52 199h216v7H52zM52 206h216v3H52z" />
    <path className={classes.cut} d="M44 48h232v136H44Z" />
  </Sheet>
)

const Correx = () => (
  <Sheet tone="m">
    <path className={classes.line} d="M112 176v44M208 176v44" />
    <path className={classes.body} d="M84 44h152v138H84Z" />
    {Array.from({ length: 18 }, (_, index) => (
      <path key={index} className={classes.thin} d={`M${92 + index * 8} 172v10`} />
    ))}
    <path className={classes.tint} d="M84 44h152v40H84Z" />
    <text className={classes.paperLetter} x="160" y="73" fontSize="26" textAnchor="middle">
      TO LET
    </text>
    <path className={classes.ink} d="M104 100h112v7H104ZM104 116h84v7h-84ZM104 146h60v12h-60Z" />
    <path className={classes.fold} d="M160 38v150" />
  </Sheet>
)

const Window = () => (
  <Sheet tone="c">
    <path className={classes.body} d="M66 34h188v168H66Z" />
    <path className={classes.line} d="M160 34v168M60 202h200" />
    <path className={classes.shade} d="M70 112h86v86H70ZM164 112h86v86h-86Z" />
    <Halftone x={76} y={116} columns={11} rows={11} most={2.8} least={0.4} />
    <Halftone x={170} y={116} columns={11} rows={11} most={2.8} least={0.4} />
    <path className={classes.line} d="m84 92 16-40M100 92l16-40" opacity=".35" />
    <text className={classes.letter} x="207" y="84" fontSize="20" textAnchor="middle">
      Studio
    </text>
    <path className={classes.cut} d="M172 64h70v30h-70Z" />
    <path className={classes.body} d="m242 94 18 22 8-6-18-22Z" />
  </Sheet>
)

const Fascia = () => (
  <Sheet tone="y">
    <path className={classes.body} d="M36 66h248v74H36Z" />
    <path className={classes.shade} d="M36 140h248l-14 12H50Z" />
    <path className={classes.line} d="M36 140l14 12h220l14-12" />
    <text className={classes.letter} x="160" y="116" fontSize="38" textAnchor="middle">
      BAKERY
    </text>
    <path className={classes.fold} d="M36 78h248M36 128h248M48 66v74M272 66v74" />
    <path className={classes.cut} d="M28 56h264v94h-8l-14 14H50l-14-14h-8Z" />
    <path className={classes.line} d="M60 164v48h200v-48M160 176v36" />
    <Measure x={36} y={50} width={248} label="4200 mm" />
  </Sheet>
)

const Letters = () => (
  <Sheet tone="y">
    <path className={classes.shade} d="M24 60h272v116H24Z" />
    {['O', 'P', 'E', 'N'].map((letter, index) => (
      <g key={letter}>
        <text className={classes.glow} x={42 + index * 62} y="146" fontSize="78" fontWeight="800">
          {letter}
        </text>
        <text className={classes.litLetter} x={40 + index * 62} y="144" fontSize="78">
          {letter}
        </text>
      </g>
    ))}
    <path className={classes.thin} d="M64 160v22h190v-22M126 160v22M188 160v22" />
    <path className={classes.body} d="M140 182h40v14h-40Z" />
    <Measure x={40} y={50} width={242} label="80 mm deep, halo lit" />
  </Sheet>
)

const Lightbox = () => (
  <Sheet tone="c">
    <path className={classes.line} d="M40 84h52M40 70v28M92 84h8" />
    <path className={classes.body} d="m100 40 132-6 20 10v122l-20 12-132-10Z" />
    <path className={classes.shade} d="m232 34 20 10v122l-20 12Z" />
    <path className={classes.glow} d="m112 54 108-4v114l-108-8Z" />
    <path className={classes.line} d="m112 54 108-4v114l-108-8Z" />
    <path className={classes.litLetter} d="M150 88h32v32h-32zM138 128h56v8h-56z" />
    {Array.from({ length: 5 }, (_, row) => (
      <path key={row} className={classes.thin} d={`M118 ${66 + row * 20}h96`} strokeDasharray="3 13" />
    ))}
  </Sheet>
)

const Plaque = () => (
  <Sheet tone="m">
    <path className={classes.shade} d="M78 66h176v120H78Z" />
    <path className={classes.body} d="M66 54h176v120H66Z" fillOpacity=".72" />
    {[
      [82, 70],
      [226, 70],
      [82, 158],
      [226, 158],
    ].map(([cx, cy]) => (
      <g key={`${cx} ${cy}`}>
        <circle className={classes.body} cx={cx} cy={cy} r="7" />
        <path className={classes.thin} d={`M${Number(cx) - 4} ${cy}h8`} />
      </g>
    ))}
    <text className={classes.letter} x="154" y="108" fontSize="22" textAnchor="middle">
      Dr Martin
    </text>
    <path className={classes.ink} d="M110 122h88v4h-88ZM124 134h60v4h-60Z" />
    <path className={classes.cut} d="M58 46h192v136H58Z" />
    <Measure x={66} y={206} width={176} label="400 × 280, 8 mm acrylic" />
  </Sheet>
)

const van = 'M34 164V92q0-18 18-18h126q14 0 22 10l34 40 44 8q12 3 12 14v18h-20a20 20 0 0 0-40 0H118a20 20 0 0 0-40 0Z'

const Vehicle = () => (
  <Sheet tone="c">
    <path className={classes.body} d={van} />
    <path className={classes.line} d="M178 84v36h46M178 120v44" />
    <path className={classes.tint} d="M34 132q60-26 144 0v18H34Z" />
    <text className={classes.letter} x="60" y="116" fontSize="22">
      Bakery
    </text>
    <circle className={classes.body} cx="98" cy="166" r="15" />
    <circle className={classes.body} cx="250" cy="166" r="15" />
    <path className={classes.cut} d="M52 92h112v34H52Z" />
    <path className={classes.line} d="M20 182h280" />
  </Sheet>
)

const Van = () => (
  <Sheet tone="m">
    <path className={classes.tint} d={van} opacity=".9" />
    <path className={classes.line} d={van} />
    <path className={classes.body} d="M186 90h12l28 32h-40Z" />
    <Halftone x={44} y={86} columns={18} rows={10} most={2.6} least={0.6} />
    <path className={classes.body} d="M66 96h92v34H66Z" />
    <text className={classes.letter} x="112" y="119" fontSize="18" textAnchor="middle">
      FRESH
    </text>
    <path className={classes.fold} d="M36 142h254M120 74v90" />
    <circle className={classes.body} cx="98" cy="166" r="15" />
    <circle className={classes.body} cx="250" cy="166" r="15" />
    <path className={classes.line} d="M20 182h280" />
    <path className={classes.body} d="m150 74 26-26 34 4-14 24Z" />
  </Sheet>
)

const Stand = () => (
  <Sheet tone="y">
    <path className={classes.body} d="M114 24h92v168h-92Z" />
    <path className={classes.tint} d="M114 24h92v62h-92Z" />
    <Halftone x={122} y={34} columns={12} rows={7} most={2.6} />
    <text className={classes.letter} x="160" y="120" fontSize="18" textAnchor="middle">
      Meet us
    </text>
    <path className={classes.ink} d="M128 132h64v5h-64ZM128 144h50v5h-50ZM128 172h30v9h-30Z" />
    <path className={classes.body} d="M104 192h112v12H104Z" />
    <path className={classes.line} d="M116 204l-12 8M204 204l12 8" />
    <path className={classes.cut} d="M106 16h108v172H106Z" />
    <Measure x={114} y={222} width={92} label="850 mm" />
  </Sheet>
)

export const serviceArt = {
  banner: Banner,
  board: Board,
  panel: Panel,
  correx: Correx,
  window: Window,
  fascia: Fascia,
  letters: Letters,
  lightbox: Lightbox,
  plaque: Plaque,
  vehicle: Vehicle,
  van: Van,
  stand: Stand,
}
