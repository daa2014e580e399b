import classes from './art.module.css'
import { Halftone, Measure, Sheet } from './sheet'

const Colour = () => (
  <Sheet tone="m">
    <circle cx="132" cy="96" r="52" fill="#00aeef" opacity=".85" style={{ mixBlendMode: 'multiply' }} />
    <circle cx="188" cy="96" r="52" fill="#ec008c" opacity=".85" style={{ mixBlendMode: 'multiply' }} />
    <circle cx="160" cy="144" r="52" fill="#ffdd00" opacity=".85" style={{ mixBlendMode: 'multiply' }} />
    <path className={classes.line} d="M160 20v184M58 118h204" />
    <circle className={classes.line} cx="160" cy="118" r="86" />
  </Sheet>
)

const Distance = () => (
  <Sheet tone="c">
    <path className={classes.body} d="M228 48h60v44h-60Z" />
    <text className={classes.letter} x="258" y="80" fontSize="28" textAnchor="middle">
      A
    </text>
    <path className={classes.thin} d="M48 164 288 48M48 168 288 92" strokeDasharray="4 4" />
    <circle className={classes.tint} cx="42" cy="150" r="9" />
    <path className={classes.body} d="M30 196v-26q0-10 12-10t12 10v26Z" />
    <path className={classes.line} d="M20 196h280M258 92v104" />
    <Measure x={42} y={214} width={216} label="10 m: letters of 30 mm and more" />
  </Sheet>
)

const File = () => (
  <Sheet tone="k">
    <path className={classes.body} d="M92 38h104l36 36v124H92Z" />
    <path className={classes.line} d="M196 38v36h36" />
    <path className={classes.cut} d="M104 92h116v94H104Z" />
    <path className={classes.fold} d="M112 100h100v78H112Z" />
    <path className={classes.tint} d="M124 112h30v54h-30Z" />
    <path className={classes.ink} d="M162 114h38v6h-38ZM162 128h30v5h-30ZM162 140h38v5h-38Z" />
    <Measure x={104} y={208} width={116} label="+ 3 mm bleed" />
  </Sheet>
)

const Weather = () => (
  <Sheet tone="y">
    <circle className={classes.tint} cx="92" cy="84" r="26" />
    {Array.from({ length: 12 }, (_, index) => (
      <path key={index} className={classes.line} d="M92 46V34" transform={`rotate(${index * 30} 92 84)`} />
    ))}
    <path className={classes.body} d="M150 70h130v100H150Z" />
    <Halftone x={160} y={82} columns={17} rows={12} most={3.2} least={0.3} />
    <path className={classes.line} d="M172 170v34M258 170v34M40 204h250" />
  </Sheet>
)

const Light = () => (
  <Sheet tone="y">
    <path className={classes.line} d="M160 22v40" />
    <path className={classes.body} d="M120 62h80l18 34H102Z" />
    <path className={classes.glow} d="m102 96-52 92h220l-52-92Z" />
    <text className={classes.litLetter} x="160" y="168" fontSize="42" textAnchor="middle">
      Aa
    </text>
    <path className={classes.line} d="M40 190h240" />
  </Sheet>
)

const Ruler = () => (
  <Sheet tone="c">
    <path className={classes.body} d="M40 132h240v40H40Z" />
    {Array.from({ length: 25 }, (_, index) => (
      <path key={index} className={classes.thin} d={`M${48 + index * 9.3} 132v${index % 5 === 0 ? 18 : 9}`} />
    ))}
    <path className={classes.body} d="M66 52h128v60H66Z" />
    <path className={classes.cut} d="M58 44h144v76H58Z" />
    <path className={classes.tint} d="m214 40 34 34-20 20-34-34Z" />
    <path className={classes.line} d="m228 94-8 12 12-8" />
    <Measure x={66} y={196} width={128} label="1280 mm" />
  </Sheet>
)

const People = () => (
  <Sheet tone="m">
    <path className={classes.body} d="M48 56h136v84h-70l-24 22v-22H48Z" />
    <path className={classes.ink} d="M66 78h98v6H66ZM66 94h76v6H66ZM66 110h86v6H66Z" />
    <path className={classes.tint} d="M150 118h122v66h-22v20l-22-20h-78Z" />
    <text className={classes.paperLetter} x="211" y="160" fontSize="22" textAnchor="middle">
      ★★★★★
    </text>
  </Sheet>
)

/** A blank sheet with the mark, for topics without a drawing. */
const Mark = () => (
  <Sheet tone="k">
    <circle cx="150" cy="112" r="56" stroke="#00aeef" strokeWidth="9" />
    <circle cx="170" cy="112" r="56" stroke="#ec008c" strokeWidth="9" />
    <circle cx="160" cy="126" r="56" stroke="#ffdd00" strokeWidth="9" />
    <circle className={classes.line} cx="160" cy="118" r="56" strokeWidth="9" />
    <path className={classes.line} d="M160 30v176M72 118h176" strokeWidth="9" />
  </Sheet>
)

export const topicArt = {
  mark: Mark,
  colour: Colour,
  distance: Distance,
  file: File,
  weather: Weather,
  light: Light,
  measure: Ruler,
  people: People,
}
