import { type ComponentProps, createElement, type JSX } from 'react'

type Tag = keyof JSX.IntrinsicElements

/** Everything its element takes, and another element by `as`. */
export type PartProps<As extends Tag> = { as?: As } & ComponentProps<As>

/**
 * A component that is one element with the kit's look. Pages give it what they give the element, `className` for what is their own;
 * `look` is a class of its module, which a test without styles does not have. `kit` names it for the few pages that lay it out themselves. `as` makes another element of it, such as a legend that looks like a label.
 */
export const part =
  <Default extends Tag>(element: Default, look: string | undefined, kit?: string) =>
  <As extends Tag = Default>({ as, className, ...props }: PartProps<As>) => {
    const tag: string = as ?? element
    return createElement(tag, {
      ...props,
      ...(kit === undefined ? {} : { 'data-kit': kit }),
      className: [look, className].filter(Boolean).join(' '),
    })
  }
