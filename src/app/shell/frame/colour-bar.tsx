import classes from './colour-bar.module.css'

/** The colour bar at the edge of a printed sheet, once, at the top; the company's own colour where it has one. */
export const ColourBar = () => <div className={classes.bar} aria-hidden="true" />
