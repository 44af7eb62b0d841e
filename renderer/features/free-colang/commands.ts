/** The name of runs that write Colang among the results. */
export const FREE_COLANG = 'free-colang';
