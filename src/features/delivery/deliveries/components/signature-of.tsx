import classes from './delivery.module.css'

/** A signature under a hand-over: the drawing, else the typed name. */
export const SignatureOf = ({ name, image }: { name: string; image: string | null }) =>
  image ? (
    <img className={classes.signature} src={image} alt={`Signature of ${name}`} title={name} />
  ) : (
    <span className={classes.typedSignature} role="img" aria-label={`Signature of ${name}`}>
      {name}
    </span>
  )
