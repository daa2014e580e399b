import classes from './skip-link.module.css'

/** The first stop of the keyboard: over the menus, to the content. */
export const SkipLink = () => (
  <a className={classes.link} href="#content">
    Skip to content
  </a>
)
