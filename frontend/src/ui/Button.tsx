import clsx from 'clsx';

type Own = React.ComponentProps<'button'>;

interface ButtonProps extends Own {
  readonly variant?: 'default' | 'filled';
  readonly size?: 'sm' | 'xs' | 'compact';
  readonly rightSection?: React.ReactNode;
  /** As wide as its place. */
  readonly fullWidth?: boolean;
  /** Draws another element, such as a link, that looks the same. */
  readonly renderRoot?: (props: ButtonRoot) => React.ReactNode;
}

interface ButtonRoot extends Pick<Own, 'className' | 'children'> {
  readonly 'data-variant': string;
  readonly 'data-size': string;
}

export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'sm', rightSection, fullWidth, renderRoot, ...own } = props;
  const { className, children, ...others } = own;
  const root = {
    'data-variant': variant,
    'data-size': size,
    'data-wide': fullWidth,
    className: clsx('ui-button', className),
    children: (
      <>
        <span>{children}</span>
        {rightSection}
      </>
    ),
  };
  return renderRoot === undefined ? (
    <button type="button" {...others} {...root} />
  ) : (
    renderRoot(root)
  );
}
