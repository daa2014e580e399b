import { useFrameWords } from './words/frame-words'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: over the menus, to the content. */
export function SkipLink() {
  const say = useFrameWords()
  return (
    <a className={classes.link} href="#content">
      {say('skip')}
    </a>
  )
}
