// Which mutant runs: +mutant=N, 0 for the module as it is. mutate.c writes modules that choose by it.
package sumac_mutant;
  function automatic int asked();
    if (!$value$plusargs("mutant=%d", asked)) asked = 0;
  endfunction
  int number = asked();
endpackage
