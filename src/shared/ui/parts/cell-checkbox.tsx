import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './cell-checkbox.module.css'

type CellCheckboxProps = Pick<CheckboxProps, 'checked' | 'disabled' | 'onChange'> & { 'aria-label': string }

/** A checkbox alone in the cell of a table: the cell is pressed as the box is. */
export const CellCheckbox = (box: CellCheckboxProps) => (
  <label className={classes.cell} data-disabled={box.disabled || undefined}>
    <Checkbox {...box} />
  </label>
)
