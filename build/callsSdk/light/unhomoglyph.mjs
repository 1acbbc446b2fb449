// The call classes use other functions of the file that wants this one.
export default (text) => text;
