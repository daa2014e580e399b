import { Skeleton } from '@mantine/core'
import classes from './public-paper.module.css'

/** The place of a paper while it is read. */
export const LoadingPaper = () => <Skeleton className={classes.page ?? ''} height={640} />
