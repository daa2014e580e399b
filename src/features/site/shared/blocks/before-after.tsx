import { useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { blocksPart } from '@/shared/domain/texts/blocks/part'
import { Photo } from '@/shared/ui/photo/photo'
import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'
import classes from './blocks.module.css'

/** Two photographs of one place over each other; a slider shows more of one or of the other. */
export function BeforeAfter({ before, after }: { before: PhotoFacts; after: PhotoFacts }) {
  const say = useSay(blocksPart)
  const [share, show] = useState(50)
  const sizes = '(width < 80em) 100vw, 78rem'
  return (
    <div className={classes.both}>
      <Photo photo={after} sizes={sizes} className={classes.after} />
      <div className={classes.before} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}>
        <Photo photo={before} sizes={sizes} className={classes.after} />
      </div>
      <span className={classes.edge} style={{ insetInlineStart: `${share}%` }} aria-hidden="true" />
      <span className={classes.left}>{say('before')}</span>
      <span className={classes.right}>{say('after')}</span>
      <input
        className={classes.slider}
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={say('how_much_before')}
        onChange={(event) => show(Number(event.currentTarget.value))}
      />
    </div>
  )
}
