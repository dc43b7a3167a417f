// A page without a script of its own: only the frame moves.
import "./frame.js";
