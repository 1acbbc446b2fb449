// Keys that are held to talk, as the window records them and main listens for them.

/** The one key that may be held alone beside the function keys, and only to talk: it writes nothing either. */
export const rightControl = 'ControlRight';
