import classes from './colour-bar.module.css'

/** The colour bar at the edge of a printed sheet, once, at the top. */
export const ColourBar = () => <div className={classes.bar} aria-hidden="true" />
