/** What can be pressed. */
export type Control = 'button' | 'link' | 'option' | 'checkbox' | 'switch' | 'tab' | 'menuitem' | 'label';
export type Key = 'Enter' | 'Escape' | 'Tab' | 'End';

/**
 * What a person does in a browser, in whichever engine. Each act waits until it is possible, and rejects where that takes too
 * long. While a dialog is open, acts concern the dialog.
 */
export type Hands = {
  /** Goes to a path of the server, loading the page. */
  open(path: string): Promise<void>;
  press(control: Control, name: RegExp): Promise<void>;
  /** Replaces what stands in the field of this label. */
  fill(label: RegExp, text: string): Promise<void>;
  /** Chooses in a native list, by the words of the option. */
  choose(label: RegExp, option: string): Promise<void>;
  /** Gives a file of the disk to the only place on the page, or in the dialog, that takes files. */
  attach(path: string): Promise<void>;
  /** Keys, into whatever has the focus. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Waits for words in sight. */
  sees(words: RegExp): Promise<void>;
  /** Waits until a function that runs in the page, with these words as its argument, returns true. */
  until(isTrue: (words: string) => boolean, words?: string): Promise<void>;
  /** Returns the address and the words in sight. */
  shown(): Promise<string>;
};
