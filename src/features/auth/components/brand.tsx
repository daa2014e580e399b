import { RegistrationMark } from '@/shared/ui/registration-mark'
import classes from './brand.module.css'

/** The sign and the name of the product, where the shell with its own is not shown. */
export const Brand = () => (
  <header className={classes.brand}>
    <RegistrationMark size={32} />
    <span>Signwright</span>
  </header>
)
