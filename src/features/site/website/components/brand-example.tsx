import { contrast, filledShade, isColour, plainColour, processShades, shadesOf } from '@/shared/domain/web/brand-colour'
import classes from './brand-example.module.css'

const looks = [
  { name: 'Light', link: filledShade, ground: '#ffffff', words: '#14191e' },
  { name: 'Dark', link: 4, ground: '#20272d', words: '#e9edf0' },
] as const

/** A preview of buttons and links in the colour, in both themes, before saving. */
export function BrandExample({ typed }: { typed: string }) {
  const colour = plainColour(typed)
  const shades = isColour(colour) ? shadesOf(colour) : processShades
  const filled = shades[filledShade]
  return (
    <div className={classes.example} role="group" aria-label="The colour in use">
      {looks.map(({ name, link, ground, words }) => (
        <div key={name} className={classes.look} style={{ background: ground, color: words }}>
          <span>{name}</span>
          <span className={classes.button} style={{ background: filled }}>
            Button
          </span>
          <span className={classes.link} style={{ color: shades[link] }}>
            Link
          </span>
        </div>
      ))}
      <p className={classes.words}>
        {isColour(colour) && filled !== colour
          ? 'Buttons and links take a shade of it that can be read; the bar at the top shows it as it is.'
          : `White on it reads at ${contrast(filled, '#ffffff').toFixed(1)} : 1.`}
      </p>
    </div>
  )
}
