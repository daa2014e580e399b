import classes from './colour-bar.module.css'

/** The colour bar at the top, like that at the edge of a printed sheet; in the company's colour if it has one. */
export const ColourBar = () => <div className={classes.bar} aria-hidden="true" />
